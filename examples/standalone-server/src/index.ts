import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// The server starts faster the second time: what is loaded from here on is compiled once.
enableCompileCache();
const { runServer } = await import("@garner/server");

await runServer({ DATA_DIR: fileURLToPath(new URL("../.garner/", import.meta.url)), ...process.env });
