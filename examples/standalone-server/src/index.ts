import { fileURLToPath } from "node:url";
import { boundMemoryArenas, runServer } from "@garner/server/run";

boundMemoryArenas();
await runServer({ DATA_DIR: fileURLToPath(new URL("../.garner/", import.meta.url)), ...process.env });
