import { contenders, type Setting } from "./contenders.ts";

/** Started with a contender's name and setting as arguments, this process answers each list of URLs when all were read. */
const [name = "", setting = ""] = process.argv.slice(2);
const contender = await contenders[name as keyof typeof contenders](JSON.parse(setting) as Setting);

process.on("message", (urls: readonly string[]) => {
  contender.run(urls).then(
    () => process.send?.({}),
    (thrown: unknown) => process.send?.({ error: String(thrown) }),
  );
});
process.once("disconnect", () => void contender.close());
process.send?.({});
