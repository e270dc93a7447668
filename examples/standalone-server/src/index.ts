import { fileURLToPath } from "node:url";
import { runServer } from "@garner/server";

await runServer({ DATA_DIR: fileURLToPath(new URL("../.garner/", import.meta.url)), ...process.env });
