import { Cluster, type Redis } from "ioredis";

/**
 * Has the commands of one turn of the event loop leave in one write: most of what a small command costs is to be sent. It
 * changes neither their order nor their answers.
 */
export function sendTogether(client: Redis | Cluster): void {
  if (client instanceof Cluster) client.on("+node", (node: Redis) => holdWrites(node));
  else holdWrites(client);
}

function holdWrites(client: Redis): void {
  // Each time that it is connected, there is a new stream.
  client.on("connect", () => {
    const { stream } = client;
    const write = stream.write.bind(stream);
    let isHeld = false;
    const release = () => {
      isHeld = false;
      stream.uncork();
    };
    const held = (...parameters: Parameters<typeof write>) => {
      if (!isHeld) {
        isHeld = true;
        stream.cork();
        setImmediate(release);
      }
      return write(...parameters);
    };
    stream.write = held as typeof stream.write;
  });
}
