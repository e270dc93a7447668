// Puts what the page loads beside the built code, so that neither Swagger UI's other 10 MB nor its telemetry is installed.
import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const source = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const target = join(import.meta.dirname, "dist", "assets");
mkdirSync(target, { recursive: true });
for (const name of ["swagger-ui.css", "swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "LICENSE", "NOTICE"])
  copyFileSync(join(source, name), join(target, name));
