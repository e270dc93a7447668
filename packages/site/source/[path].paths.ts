import { sourcePages } from "../src/source-pages.ts";

export default { paths: sourcePages };
