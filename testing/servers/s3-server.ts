import { mkdtempSync, rmSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";

const BUCKET = "kanaat-test";

const require = createRequire(import.meta.url);

/** s3rver encrypts its listing tokens with DES, which OpenSSL now offers only as triple DES. */
function lendDes(): void {
  const crypto = require("node:crypto");
  for (const name of ["createCipheriv", "createDecipheriv"]) {
    const usual = crypto[name];
    crypto[name] = (algorithm: string, key: Buffer, ...rest: unknown[]) =>
      algorithm === "des"
        ? usual("des-ede3-cbc", Buffer.concat([key, key, key]), ...rest)
        : usual(algorithm, key, ...rest);
  }
}
lendDes();

/** The package has no types. */
interface S3rver {
  run(): Promise<unknown>;
  httpServer: Server;
  middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
}
interface Context {
  path: string;
  mountPath: string;
  state: { vhost?: boolean };
}

/** Ends an answer, with its connection, after this many bytes of its body. */
function cutBody(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response) as (part: Buffer, done?: () => void) => boolean;
  let left = bytes;
  response.write = ((part: Buffer) => {
    const sent = part.subarray(0, left);
    left -= sent.length;
    return write(sent, () => left === 0 && response.destroy());
  }) as typeof response.write;
}

/** A separate S3 server in a temporary folder, for tests that break it. */
export class S3Server {
  /** Where its objects lie, `<key>._S3rver_object` each. */
  readonly folder = mkdtempSync(join(tmpdir(), "kanaat-s3-"));
  /** Called before each request: a returned status is the answer; a promise is awaited. */
  trouble: ((method: string, path: string) => number | undefined | Promise<unknown>) | undefined;
  /** Cuts the connection after this many bytes of an answer's body. */
  cutAfterBytes: number | undefined;
  requests = 0;
  #port = 0;
  #server: S3rver | undefined;

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await server.start();
    return server;
  }

  /** The settings that name it in the product's environment. */
  get env(): Record<string, string> {
    return {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://localhost:${this.#port}`,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    };
  }

  /** The folder of the objects with this key. */
  pathOf(key: string): string {
    return join(this.folder, BUCKET, key);
  }

  /** Starts it, after an end with the same objects and port. */
  async start(): Promise<void> {
    this.#port ||= await freePort();
    const S3rver = require("@20minutes/s3rver");
    const server: S3rver = new S3rver({
      port: this.#port,
      address: "localhost",
      silent: true,
      directory: this.folder,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    // s3rver signs a bucket's path without the trailing slash; S3 signs the path as sent.
    server.middleware.splice(-1, 0, async (context, next) => {
      if (/^\/[^/]+\/$/.test(context.path)) {
        context.state.vhost = true;
        context.mountPath = "/";
      }
      await next();
    });
    await server.run();
    const { httpServer } = server;
    const [answer] = httpServer.listeners("request") as ((...args: unknown[]) => void)[];
    httpServer.removeAllListeners("request").on("request", async (request, response) => {
      this.requests++;
      const trouble = await this.trouble?.(request.method ?? "", request.url ?? "");
      if (this.cutAfterBytes !== undefined) cutBody(response, this.cutAfterBytes);
      if (typeof trouble === "number") response.writeHead(trouble).end();
      else answer?.(request, response);
    });
    this.#server = server;
  }

  /** Ends it immediately, along with the answers in progress. */
  async stop(): Promise<void> {
    const { httpServer } = this.#server ?? {};
    this.#server = undefined;
    const closed = new Promise((resolve) => httpServer?.close(resolve) ?? resolve(null));
    httpServer?.closeAllConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
