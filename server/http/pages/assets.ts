import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { DAY_MS, DAY_S, HOUR_MS } from "#contract/durations.ts";
import { ApiError } from "#server/errors.ts";
import { acceptedEncoding } from "#server/http/negotiation.ts";
import type { JobContext } from "#server/maintenance/maintenance.ts";
import { deleteAssets, findAsset, insertAsset, noteAssets } from "./assets.writes.ts";

/** A page that has been open for longer has to be reloaded. */
const KEPT_MS = 30 * DAY_MS;
const NAME = /^\/assets\/([\w.-]+)(\?|$)/;
const COMPRESSED = /\.(br|gz)$/;
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const decompress = promisify(brotliDecompress);

/**
 * Serves `/assets/<name>` from the build's `folder`, and from releases that were started within 30
 * days: during an upgrade, a page of one release may reach servers of the other, and an open page
 * may load assets after the last server of its own release is gone (ADR-025).
 */
export async function serveAssets(
  app: FastifyInstance,
  { db, jobs }: Pick<JobContext, "db" | "jobs">,
  folder: string,
): Promise<void> {
  jobs.push(
    {
      name: "share the assets of this release",
      stage: "start",
      where: "process",
      run: ({ now }) => shareAssets({ db, folder, now }),
    },
    {
      name: "delete the assets of former releases",
      stage: "cleanup",
      everyMs: HOUR_MS,
      run: ({ now }) => deleteAssets(db, now - KEPT_MS),
    },
  );
  const withNeighbours: FastifyPluginAsync = async (assets) => {
    // The plugin interprets wildcards and refusals differently from RFC 9110.
    assets.addHook("onRequest", async ({ headers }) => {
      headers["accept-encoding"] = acceptedEncoding(headers) ?? "identity";
    });
    assets.setNotFoundHandler(async (request, reply) => {
      const [, name = ""] = NAME.exec(request.url) ?? [];
      const type = TYPES[extname(name)];
      const asset = type && (await findAsset(db, name));
      if (!asset) throw new ApiError("not_found");
      void reply.code(200).type(type).header("vary", "accept-encoding");
      void reply.header("cache-control", `public, max-age=${365 * DAY_S}, immutable`);
      if (!asset.compressed) return reply.send(asset.content);
      if (acceptedEncoding(request.headers) !== "br") {
        return reply.send(await decompress(asset.content));
      }
      return reply.header("content-encoding", "br").send(asset.content);
    });
    await assets.register(fastifyStatic, {
      root: folder,
      maxAge: 365 * DAY_MS,
      immutable: true,
      preCompressed: true,
      decorateReply: false,
    });
  };
  await app.register(withNeighbours, { prefix: "/assets/" });
}

async function shareAssets({
  db,
  folder,
  now,
}: Pick<JobContext, "db"> & { folder: string; now: number }) {
  const names = (await readdir(folder)).filter((name) => !COMPRESSED.test(name));
  for (const name of await noteAssets(db, names, now)) {
    const path = join(folder, name);
    const compressed = existsSync(`${path}.br`);
    const content = await readFile(compressed ? `${path}.br` : path);
    await insertAsset(db, { name, content, compressed }, now);
  }
}
