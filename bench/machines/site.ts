import { randomBytes } from "node:crypto";
import { type Api, createApi } from "#testing/api.ts";
import { createInstance, type Instance } from "#testing/instance.ts";
import { S3Server } from "#testing/servers/s3-server.ts";
import { ServerProcess } from "#testing/servers/server-process.ts";

/** Several servers on one database, as on separate machines: they share only it and the pictures. */
export interface Site {
  servers: ServerProcess[];
  apis: Api[];
  /** The first server's folder, and the database. */
  instance: Instance;
}

/** Starts `count` servers with separate folders and pictures in S3, on a new database unless one is given. */
export async function startSite(
  atEnd: AsyncDisposableStack,
  count: number,
  { env = {}, databaseUrl }: { env?: NodeJS.ProcessEnv; databaseUrl?: string } = {},
): Promise<Site> {
  const s3 = atEnd.use(await S3Server.start());
  const shared = { ...s3.env, MARK_SECRET: randomBytes(32).toString("hex"), LOG_LEVEL: "fatal" };
  const first = await createInstance("postgres");
  atEnd.defer(() => first.atEnd.disposeAsync());
  const servers: ServerProcess[] = [];
  for (let i = 0; i < count; i++) {
    const folder = i === 0 ? first : await folderOf(atEnd);
    const instance = { ...folder, databaseUrl: databaseUrl ?? first.databaseUrl };
    servers.push(new ServerProcess(instance, { env: { ...shared, ...env } }));
  }
  await Promise.all(servers.map((server) => server.start()));
  atEnd.defer(async () => {
    await Promise.all(servers.map((server) => server.kill()));
  });
  const [{ instance }] = servers as [ServerProcess];
  return { servers, instance, apis: servers.map(({ url }) => apiOf(url)) };
}

/** Each call comes from a different address, as a proxy would report, unless it names one. */
export const apiOf = (url: string): Api =>
  createApi(url, (request) => {
    const [a, b] = randomBytes(2);
    if (!request.headers.has("x-forwarded-for")) {
      request.headers.set("x-forwarded-for", `203.${a}.${b}.1`);
    }
    return fetch(request);
  });

async function folderOf(atEnd: AsyncDisposableStack): Promise<Instance> {
  const instance = await createInstance("sqlite");
  atEnd.defer(() => instance.atEnd.disposeAsync());
  return instance;
}
