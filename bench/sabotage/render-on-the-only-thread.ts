// Loaded before the product: pages are rendered on the main thread, however many, as soon as requested.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/http/pages/page-renderer.ts",
  `import { pathToFileURL } from "node:url";
  import { toDocument } from "./page-document.ts";

  export function createPageRenderer({ distDir, api, apiBase = "", publicUrl }) {
    const settings = { nonce: "once", apiBase, origin: new URL(publicUrl).origin };
    const loading = import(pathToFileURL(distDir) + "/server/server.js").then((bundle) => {
      bundle.setSsrContext({ call: api, siteOrigin: settings.origin, ...settings });
      return bundle;
    });
    const send = (page) => ({ ...toDocument(page, settings), sources: [] });
    return {
      render: async (address) => send(await (await loading).renderPage(address)),
      hasRoom: () => true,
      renderShell: async () => send(await (await loading).renderShell()),
      close: async () => undefined,
    };
  }`,
);
