import { withGarner } from "@garner/next/config";

export default withGarner({ typescript: { tsconfigPath: "tsconfig.json" } });
