import { fileURLToPath } from "node:url";
import { runServer } from "@garner/server/run";

await runServer({ DATA_DIR: fileURLToPath(new URL("../.garner/", import.meta.url)), ...process.env });
