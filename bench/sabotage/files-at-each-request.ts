// Loaded before the product: a file is formatted on the main thread, for each request.
import "#testing/cheap-passwords.ts";
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/features/report/report-files.ts",
  `import { FileAnswer } from "#server/http/routing/file-answer.ts";
  import { EXPORTS } from "#contract/endpoints/report.ts";
  import { toFile } from "./report-file-thread.ts";
  export const createReportFiles = () => ({ json }, format, isPublic) => new FileAnswer({
    ...{ name: "a", type: EXPORTS[format], etag: String(Math.random()), isPublic },
    make: async () => Buffer.from(await toFile({ json: json.bytes, format, ballot: "single" })),
  });`,
);
