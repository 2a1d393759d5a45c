import type { FastifyInstance } from "fastify";
import { createServer, isRunnableDevEnvironment } from "vite";
import {
  daysKeptJson,
  isPage,
  type PagesBundle,
  type PagesOptions,
  providersJson,
  siteOrigin,
} from "./page-request.ts";

/** Development only: pages straight from their sources, through Vite, with hot replacement. */
export async function serveDevelopmentPages(
  app: FastifyInstance,
  options: PagesOptions,
): Promise<void> {
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook("onClose", () => vite.close());
  const ssr = vite.environments.ssr;
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("Vite cannot render on the server");

  app.get("/*", async (request, reply) => {
    if (!isPage(request) && !request.url.startsWith("/assets/")) return reply.callNotFound();
    // Without our security headers, which would block the inline scripts that Vite adds.
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, async () => {
      try {
        const bundle: PagesBundle = await ssr.runner.import("/web/server.ts");
        bundle.setSsrContext({
          call: options.api,
          apiBase: options.apiBase ?? "",
          sendsMail: options.sendsMail ?? false,
          registration: options.registration ?? "open",
          providers: providersJson(options),
          daysKept: daysKeptJson(options),
          siteOrigin: siteOrigin(options),
          nonce: "",
        });
        const { status, html, location } = await bundle.renderPage(request.url);
        const headers = {
          "content-type": "text/html; charset=utf-8",
          ...(location && { location }),
        };
        reply.raw.writeHead(status, headers).end(html.join(""));
      } catch (error) {
        request.log.error(error);
        reply.raw.writeHead(500).end(String(error));
      }
    });
  });
}
