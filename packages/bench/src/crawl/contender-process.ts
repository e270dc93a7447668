import { contenders } from "./contenders.ts";

/** Started with a contender's name as argument, this process crawls each site that it is sent the URL of. */
process.on("message", (url: string) => void answer(url));
process.once("disconnect", () => process.exit());
const crawl = await contenders[process.argv[2] ?? ""]?.();
process.send?.({});

async function answer(url: string): Promise<void> {
  process.send?.(
    (await crawl?.(url).then(
      (pages) => ({ pages }),
      (thrown: unknown) => ({ error: String(thrown) }),
    )) ?? { error: "There is no such contender." },
  );
}
