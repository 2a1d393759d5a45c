import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { DAY_S } from "#contract/durations.ts";
import { version } from "#server/config/version.ts";
import { isNotModified } from "#server/http/cache/etag.ts";
import type { Feature } from "../feature.ts";
import { ICONS, manifest } from "./manifest.ts";
import { OFFLINE_POLICY, offlinePage } from "./offline-page.ts";
import { runServiceWorker } from "./service-worker.ts";

/** What makes the site an app that can be installed, and what it shows without a connection. */
export const installedApp: Feature = {
  name: "installed-app",
  tables: {},
  routes(_context, app) {
    serve(app, "/manifest.webmanifest", manifest(), { type: "application/manifest+json" });
    serve(app, OFFLINE, offlinePage(), { type: "text/html", policy: OFFLINE_POLICY });
    serve(app, "/service-worker.js", workerText(), {
      type: "text/javascript",
      policy: WORKER_POLICY,
    });
    for (const name of Object.keys(ICONS)) {
      const bytes = readFileSync(join(import.meta.dirname, "icons", name));
      serve(app, `/icons/${name}`, bytes, { type: "image/png", maxAgeS: DAY_S });
    }
  },
};

const OFFLINE = "/offline.html";
/** Holds for what the worker loads, pages included. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Differs between releases, so that browsers take the new worker and its page. */
function workerText(): string {
  const page = createHash("sha256").update(offlinePage()).digest("hex").slice(0, 8);
  const release = { version: `${version.version} ${version.commit} ${page}`, offline: OFFLINE };
  return `(${runServiceWorker})(self, ${JSON.stringify({ ...release, icon: "/icons/badge-96.png" })});\n`;
}

/** Serves a file that is the same for everybody; without `maxAgeS`, browsers always ask for it again. */
function serve(
  app: FastifyInstance,
  path: string,
  content: string | Buffer,
  { type, policy, maxAgeS }: { type: string; policy?: string; maxAgeS?: number },
): void {
  const body = Buffer.from(content);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const charset = typeof content === "string" ? "; charset=utf-8" : "";
  app.get(path, (request, reply) => {
    void reply.headers({
      "cache-control": maxAgeS ? `public, max-age=${maxAgeS}` : "public, no-cache",
      etag,
    });
    if (policy) void reply.header("content-security-policy", policy);
    if (isNotModified(request.headers, etag)) return reply.code(304).send();
    return reply.type(type + charset).send(body);
  });
}
