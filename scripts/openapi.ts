// Writes docs/openapi.json from the contract:
//   npm run openapi
import { writeFileSync } from "node:fs";
import { openApiDocument } from "#server/http/openapi/openapi-document.ts";

const file = new URL("../docs/openapi.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
