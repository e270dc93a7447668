// Runs the programs that are given as parameters, one after the other, and says which of them failed. A server listens
// on a port that the system chooses, whatever its program says.
import { Server } from "node:net";
import { pathToFileURL } from "node:url";

const { listen } = Server.prototype;
Server.prototype.listen = function listenAnywhere(this: Server, ...parameters: unknown[]) {
  const done = parameters.find((parameter) => typeof parameter === "function");
  return Reflect.apply(listen, this, [0, "127.0.0.1", ...(done === undefined ? [] : [done])]) as Server;
};

/** A program that does not end by then never will. */
const patienceMs = 20_000;

for (const file of process.argv.slice(2)) {
  const patience = new Promise<string>((resolve) => setTimeout(resolve, patienceMs, "It does not end.").unref());
  const ended = import(pathToFileURL(file).href).then(() => undefined, String);
  const failure = await Promise.race([ended, patience]);
  if (failure !== undefined) console.error(`FAILED ${file} ${failure.replaceAll("\n", " ")}`);
}
process.exit(0);
