import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readConfig } from "#server/config/config.ts";
import { useForDemo } from "./environment.ts";

/** The environment of a fully configured installation, as an operator's shell may load it from kanaat.env. */
const environment = () => ({
  PATH: process.env.PATH,
  DATA_DIR: "/var/lib/kanaat",
  DATABASE_URL_FILE: "/etc/kanaat/database-url",
  DATABASE_REPLICA_URL: "postgres://kanaat@r1/kanaat",
  MARK_SECRET: "the-secret-of-the-installation-0815",
  S3_BUCKET: "kanaat",
  S3_ENDPOINT: "https://s3.kanaat.example",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "a-key",
  IMAGE_BASE_URL: "https://resim.kanaat.example",
  MAIL_URL: "smtp://mail.kanaat.example",
  MAIL_FROM: "posta@kanaat.example",
  OIDC_PROVIDERS: "google",
  OIDC_GOOGLE_CLIENT_ID: "id",
  OIDC_GOOGLE_CLIENT_SECRET: "a-secret",
  PUBLIC_URL: "https://kanaat.example",
  ROLE: "web",
  WORKERS: "4",
  METRICS_PORT: "9464",
});

describe("a demo in the environment of an installation", () => {
  it("uses none of its services, and names the settings it ignores (R384)", () => {
    const env: NodeJS.ProcessEnv = environment();
    const removed = useForDemo(env, { dataDir: "/demo", withServices: false });
    const { databaseUrl, databaseReplicaUrl, s3, markSecret, mail, ...rest } = readConfig(env);
    assert.deepEqual([databaseUrl, databaseReplicaUrl, s3, markSecret], Array(4).fill(undefined));
    assert.equal(mail?.url, "file:");
    assert.deepEqual([rest.dataDir, rest.workers, rest.metrics], ["/demo", 1, undefined]);
    assert.equal(JSON.stringify(readConfig(env)).includes("kanaat.example/"), false);
    assert.ok(removed.includes("S3_BUCKET") && removed.includes("OIDC_PROVIDERS"));
    assert.ok(!removed.includes("PATH") && !removed.includes("PUBLIC_URL"));
  });

  it("uses bucket, mail server and providers where it is asked to, and never the database", () => {
    const env: NodeJS.ProcessEnv = environment();
    const removed = useForDemo(env, { dataDir: "/demo", withServices: true });
    const { databaseUrl, s3, markSecret, mail } = readConfig(env);
    assert.deepEqual([databaseUrl, markSecret], [undefined, undefined]);
    assert.equal(s3?.bucket, "kanaat");
    assert.equal(mail?.url, "smtp://mail.kanaat.example");
    assert.ok(!removed.includes("S3_BUCKET"));
  });

  it("keeps its mails in its folder where none are sent", () => {
    const env: NodeJS.ProcessEnv = { PORT: "4000" };
    assert.deepEqual(useForDemo(env, { dataDir: "/demo", withServices: false }), []);
    assert.deepEqual(env, {
      PORT: "4000",
      DATA_DIR: "/demo",
      MAIL_URL: "file:",
      MAIL_FROM: "demo@kanaat.example",
      PUBLIC_URL: "http://localhost:4000",
    });
  });
});
