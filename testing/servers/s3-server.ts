import { mkdtempSync, rmSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";

const BUCKET = "kanaat-test";

const require = createRequire(import.meta.url);

/** It encrypts where a listing goes on by DES, which OpenSSL has only as three times DES by now. */
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

/** Has an answer end after so many bytes of its body, with its connection. */
function cutBody(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response) as (part: Buffer, done?: () => void) => boolean;
  let left = bytes;
  response.write = ((part: Buffer) => {
    const sent = part.subarray(0, left);
    left -= sent.length;
    return write(sent, () => left === 0 && response.destroy());
  }) as typeof response.write;
}

/** An S3 server of one's own in a temporary folder, which may be broken at will. */
export class S3Server {
  /** Where its objects lie, `<key>._S3rver_object` each. */
  readonly folder = mkdtempSync(join(tmpdir(), "kanaat-s3-"));
  /** Called before each request: a status is answered instead, a promise waited for. */
  trouble: ((method: string, path: string) => number | undefined | Promise<unknown>) | undefined;
  /** Cuts the connection once so many bytes of an answer's body are sent. */
  cutAfterBytes: number | undefined;
  requests = 0;
  #port = 0;
  #server: S3rver | undefined;

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await server.start();
    return server;
  }

  /** What the product's environment names it with. */
  get env(): Record<string, string> {
    return {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://localhost:${this.#port}`,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    };
  }

  /** The folder of a key's objects. */
  pathOf(key: string): string {
    return join(this.folder, BUCKET, key);
  }

  /** After an end, on the same objects and port. */
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
    // It computes the signature of a bucket's path without the slash at its end; S3 takes it as it came.
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

  /** Ends it at once, with what it is answering. */
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
