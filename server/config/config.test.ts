import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readConfig } from "./config.ts";

describe("the environment", () => {
  it("names origins and proxies one by one", () => {
    const { corsOrigins, trustProxy } = readConfig({
      CORS_ORIGINS: "https://kanaat.example, http://localhost:5173, capacitor://localhost",
      TRUST_PROXY: "10.0.0.1, fd00::/8, loopback",
    });
    const origins = ["https://kanaat.example", "http://localhost:5173", "capacitor://localhost"];
    assert.deepEqual(corsOrigins, origins);
    assert.deepEqual(trustProxy, ["10.0.0.1", "fd00::/8", "loopback"]);
    assert.equal(readConfig({}).trustProxy, false);
    assert.equal(readConfig({ TRUST_PROXY: "on" }).trustProxy, true);
  });

  it("takes addresses of sites in any spelling, as browsers write them (R327)", () => {
    const spellings = {
      "https://xn--gr-fkaz90c.xn--rnek-4qa.example": [
        "https://görüş.örnek.example",
        "HTTPS://GÖRÜŞ.Örnek.example:443/",
        " https://xn--gr-fkaz90c.xn--rnek-4qa.example ",
      ],
      "https://kanaat.example": ["https://Kanaat.EXAMPLE:443", "https://kanaat.example./"],
      "http://kanaat.example": ["http://kanaat.example:80", "HTTP://kanaat.example/"],
      "https://kanaat.example:8443": ["https://kanaat.example:08443"],
      "http://[2001:db8::7]:3000": ["http://[2001:DB8:0::7]:3000/"],
      "http://192.0.2.7": ["http://192.0.2.7:80"],
    };
    for (const [written, addresses] of Object.entries(spellings)) {
      for (const address of addresses) {
        const { publicUrl, apiBaseUrl, imageBaseUrl, corsOrigins } = readConfig({
          ...{ PUBLIC_URL: address, API_BASE_URL: address, IMAGE_BASE_URL: address },
          CORS_ORIGINS: address.trim().replace(/\/$/, ""),
        });
        const all = { publicUrl, apiBaseUrl, imageBaseUrl, corsOrigins };
        const expected = { publicUrl: written, apiBaseUrl: written, imageBaseUrl: written };
        assert.deepEqual(all, { ...expected, corsOrigins: [written] }, address);
      }
    }
    const deeper = readConfig({
      API_BASE_URL: "https://Örnek.example:443/Kanaat/",
      IMAGE_BASE_URL: "https://CDN.example/resim//",
    });
    assert.equal(deeper.apiBaseUrl, "https://xn--rnek-4qa.example/Kanaat");
    assert.equal(deeper.imageBaseUrl, "https://cdn.example/resim");
    assert.equal(
      readConfig({ PUBLIC_URL: "HTTPS://kanaat.example", HSTS_SUBDOMAINS: "on" }).hstsSubdomains,
      true,
    );
  });

  it("shows no password that stands in an address of a site (R327)", () => {
    for (const name of ["PUBLIC_URL", "API_BASE_URL", "IMAGE_BASE_URL", "CORS_ORIGINS"]) {
      assert.throws(
        () => readConfig({ [name]: "https://kanaat:gizli@kanaat.example" }),
        ({ message }: Error) =>
          message.startsWith(`${name}=… is wrong: expected `) && !/gizli|\n/.test(message),
      );
    }
  });

  it("treats a blank setting as unset", () => {
    const { port, publicUrl } = readConfig({ PORT: " ", PUBLIC_URL: "" });
    assert.equal(port, 3000);
    assert.equal(publicUrl, undefined);
  });

  it("is refused by the name of what is wrong", () => {
    const wrong = {
      PORT: ["x", "70000"],
      PUBLIC_URL: [
        "kanaat.example",
        "https:kanaat.example",
        "https:/\\kanaat.example",
        "https://kanaat.example/anket",
        "https://kanaat.example/\\anket",
        "https://kanaat.example?a=1",
        "https://kanaat.example/#a",
        "https://*.kanaat.example",
        "https://kanaat.example:99999",
        "ftp://kanaat.example",
      ],
      API_BASE_URL: ["api.kanaat.example", "https://api.kanaat.example?a=1", "ws://kanaat.example"],
      IMAGE_BASE_URL: ["resim", "https://resim.kanaat.example#a"],
      CORS_ORIGINS: [
        "*",
        "kanaat.example",
        "https://kanaat.example/",
        "https://*.kanaat.example",
        "htps://kanaat.example",
      ],
      TRUST_PROXY: ["1", "true", "10.0.0.1,nginx", "10.0.0.0/", "10.0.0.1/99", "0.0.0.0/0", ","],
      MAIL_FROM: [
        "kanaat",
        "Kanaat <posta@kanaat.example>\nBcc: a@b.example",
        "a@b.example, c@d.example",
      ],
      VERIFIED_VOTERS: ["yes", "required"],
      LOG_LEVEL: ["loud"],
      // The last ones need PostgreSQL.
      ROLE: ["mail", "web", "worker"],
      WORKERS: ["0", "1.5", "many", "2"],
      ACCESS_LOG: ["yes"],
      METRICS_PORT: ["x", "70000", "-1"],
      MAIL_DOMAINS_REFUSED: ["ornek", "ali@ornek.com", "*.ornek.com", "ornek.com;deneme.com"],
      MAIL_DOMAINS_ALLOWED: ["http://ornek.com", "örnek com"],
      OFFICIAL_NICKNAMES: ["Ankara Valiliği", "ab", "tc;tuik"],
      NAMES_REFUSED: ["a", "1234", "Ankara;İzmir", "x".repeat(61)],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const start = `${name}=${value} is wrong: `;
        const names = (error: Error) => error.message.startsWith(start);
        assert.throws(() => readConfig({ [name]: value }), names, start);
      }
    }
  });

  it("takes domains as addresses have them, each either refused or allowed (R250)", () => {
    const { mailDomains } = readConfig({
      MAIL_DOMAINS_REFUSED: "Ornek.COM, örnek.com.tr",
      MAIL_DOMAINS_ALLOWED: "okul.ornek.com",
    });
    assert.deepEqual(mailDomains, {
      refused: ["ornek.com", "xn--rnek-4qa.com.tr"],
      allowed: ["okul.ornek.com"],
    });
    const both = { MAIL_DOMAINS_REFUSED: "ornek.com", MAIL_DOMAINS_ALLOWED: "ORNEK.com" };
    assert.throws(() => readConfig(both), /^Error: MAIL_DOMAINS_ALLOWED=ORNEK.com is wrong: /);
  });

  it("knows providers by their names, Google without its address", () => {
    const own = { OIDC_GOOGLE_CLIENT_ID: "a", OIDC_GOOGLE_CLIENT_SECRET: "gizli" };
    const okul = {
      OIDC_OKUL_ISSUER: "https://giris.okul.example/realms/okul",
      OIDC_OKUL_CLIENT_ID: "b",
      OIDC_OKUL_CLIENT_SECRET: "sakli",
      OIDC_OKUL_LABEL: "Okul hesabıyla devam et",
      OIDC_OKUL_EMAIL_TRUSTED: "on",
    };
    const PUBLIC_URL = "https://kanaat.example";
    const set = { PUBLIC_URL, OIDC_PROVIDERS: "google, okul", ...own, ...okul };
    const label = "Google ile devam et";
    assert.deepEqual(readConfig(set).oidcProviders, [
      {
        ...{ id: "google", label, issuer: "https://accounts.google.com" },
        ...{ clientId: "a", clientSecret: "gizli", isEmailTrusted: false },
      },
      {
        ...{ id: "okul", label: "Okul hesabıyla devam et", issuer: okul.OIDC_OKUL_ISSUER },
        ...{ clientId: "b", clientSecret: "sakli", isEmailTrusted: true },
      },
    ]);
    assert.deepEqual(readConfig({}).oidcProviders, []);
    const wrong: [NodeJS.ProcessEnv, string][] = [
      [{ PUBLIC_URL: "" }, "OIDC_PROVIDERS=google, okul is wrong: "],
      [{ OIDC_PROVIDERS: "google,google" }, "OIDC_PROVIDERS=google,google is wrong: "],
      [{ OIDC_PROVIDERS: "Okul!" }, "OIDC_PROVIDERS=Okul! is wrong: "],
      [{ OIDC_OKUL_ISSUER: "" }, "OIDC_OKUL_ISSUER= is wrong: "],
      [
        { OIDC_OKUL_ISSUER: "http://okul.example" },
        "OIDC_OKUL_ISSUER=http://okul.example is wrong",
      ],
      [{ OIDC_OKUL_ISSUER: "https://accounts.google.com" }, "OIDC_OKUL_ISSUER=https://acc"],
      [{ OIDC_GOOGLE_CLIENT_ID: "" }, "OIDC_GOOGLE_CLIENT_ID= is wrong: "],
      [{ OIDC_GOOGLE_CLIENT_SECRET: "" }, "OIDC_GOOGLE_CLIENT_SECRET is wrong: "],
      [{ OIDC_OKUL_EMAIL_TRUSTED: "yes" }, "OIDC_OKUL_EMAIL_TRUSTED=yes is wrong: "],
      [{ OIDC_OKUL_ISSUER: "https://a:gizli@okul.example" }, "OIDC_OKUL_ISSUER=… is wrong: "],
      [{ OIDC_OKUL_LABEL: "a".repeat(41) }, "OIDC_OKUL_LABEL=aaa"],
    ];
    for (const [change, start] of wrong) {
      const says = ({ message }: Error) =>
        message.startsWith(start) && !/gizli|sakli|\n/.test(message);
      assert.throws(() => readConfig({ ...set, ...change }), says, start);
    }
  });

  it("requires TLS of subdomains only where that is set and it has TLS itself (R171)", () => {
    const PUBLIC_URL = "https://kanaat.example";
    assert.equal(readConfig({ PUBLIC_URL }).hstsSubdomains, false);
    assert.equal(readConfig({ PUBLIC_URL, HSTS_SUBDOMAINS: "on" }).hstsSubdomains, true);
    for (const PUBLIC_URL of [undefined, "http://kanaat.example"]) {
      const names = /^Error: HSTS_SUBDOMAINS=on is wrong: /;
      assert.throws(() => readConfig({ PUBLIC_URL, HSTS_SUBDOMAINS: "on" }), names);
    }
  });

  it("shows no password of a wrong database address (R294)", () => {
    const right = "postgres://kanaat:gizli@localhost/kanaat";
    const wrong = [
      "mysql://kanaat:gizli@localhost/kanaat",
      "kanaat:gizli@localhost",
      "postgres://kanaat:gizli@a:5432,mysql://b/kanaat",
      "postgres://kanaat:gizli@a:5432,/kanaat",
      "postgres://kanaat:gizli@a:5432,b:x/kanaat",
      "postgres://kanaat:gizli@a b/kanaat",
      "postgres://kanaat:gizli@/kanaat?host=a,b",
      "postgres://kanaat:gizli@a,b/kanaat?target_session_attrs=any",
      "postgres://kanaat:gizli@a/kanaat?target_session_attrs=standby",
    ];
    for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL"]) {
      for (const address of wrong) {
        const tells = ({ message }: Error) =>
          message.startsWith(`${name}=… is wrong: `) && !/gizli|\n/.test(message);
        assert.throws(() => readConfig({ DATABASE_URL: right, [name]: address }), tells, address);
      }
    }
  });

  it("accepts several hosts of a database, and its other settings only beside its address (R294)", () => {
    for (const DATABASE_URL of [
      "postgres://kanaat:gizli@db1:5432,db2:5433,[::1]:5434/kanaat?target_session_attrs=read-write",
      "postgresql://db1,db2/kanaat?target_session_attrs=primary",
      "postgres:///kanaat?host=/run/postgresql",
    ]) {
      const DATABASE_DIRECT_URL = DATABASE_URL;
      const config = readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOL_SIZE: "20" });
      assert.equal(config.databaseUrl, DATABASE_URL);
      assert.equal(config.databaseDirectUrl, DATABASE_DIRECT_URL);
      assert.equal(config.databasePoolSize, 20);
    }
    const DATABASE_URL = "postgres://localhost/kanaat";
    const replica = "postgres://standby/kanaat";
    const { databaseReplicaUrl } = readConfig({ DATABASE_URL, DATABASE_REPLICA_URL: replica });
    assert.equal(databaseReplicaUrl, replica);
    for (const wrong of ["postgres://a,b/kanaat", `${replica}?target_session_attrs=standby`]) {
      const start = /^Error: DATABASE_REPLICA_URL=… is wrong: expected one host/;
      assert.throws(() => readConfig({ DATABASE_URL, DATABASE_REPLICA_URL: wrong }), start);
    }
    for (const size of ["3", "4.5", "501", "x"]) {
      const start = new RegExp(`^Error: DATABASE_POOL_SIZE=${size} is wrong: expected 4 to 500$`);
      assert.throws(() => readConfig({ DATABASE_URL, DATABASE_POOL_SIZE: size }), start);
    }
    const shared = { DATABASE_URL, DATABASE_POOL_SIZE: "7", WORKERS: "2" };
    assert.throws(() => readConfig(shared), /is wrong: expected 8 to 500, 4 for each of WORKERS$/);
    for (const lone of [
      { DATABASE_DIRECT_URL: DATABASE_URL },
      { DATABASE_REPLICA_URL: replica },
      { DATABASE_POOL_SIZE: "20" },
    ]) {
      assert.throws(
        () => readConfig(lone),
        /^Error: \w+ is wrong: expected a DATABASE_URL beside it$/,
      );
    }
  });

  it("takes each secret from a file, without the newline at its end", async (t) => {
    const file = await secretFiles(t);
    const url = "postgres://kanaat:gizli@localhost/kanaat";
    const secret = " kurulumun-otuz-iki-harfli-sirri ";
    const config = readConfig({
      DATABASE_URL_FILE: await file("url", `${url}\n`),
      MARK_SECRET_FILE: await file("secret", `${secret}\r\n`),
      MARK_SECRET: "",
    });
    assert.equal(config.databaseUrl, url);
    assert.equal(config.markSecret, secret);
    const { s3 } = readConfig({
      S3_BUCKET: "resimler",
      S3_ACCESS_KEY_ID_FILE: await file("id", "kanaat\n"),
      S3_SECRET_ACCESS_KEY_FILE: await file("key", `${secret}\n`),
    });
    assert.deepEqual([s3?.accessKeyId, s3?.secretAccessKey], ["kanaat", secret]);
    const DATA_DIR_FILE = await file("folder", "/elsewhere");
    assert.equal(readConfig({ DATA_DIR_FILE }).dataDir, readConfig({}).dataDir, "no secret");
  });

  it("says what is wrong with a secret's file, and nothing of its content", async (t) => {
    const file = await secretFiles(t);
    const secret = "gizli".repeat(8);
    const wrong = {
      "is wrong: MARK_SECRET is set too": {
        MARK_SECRET_FILE: await file("right", secret),
        MARK_SECRET: `${secret}-baska`,
      },
      "is wrong: its file cannot be read (ENOENT)": { MARK_SECRET_FILE: `/no/${secret}` },
      "is wrong: its file cannot be read (EISDIR)": { MARK_SECRET_FILE: tmpdir() },
      "is wrong: its file is empty": { MARK_SECRET_FILE: await file("empty", " \n\n") },
    };
    for (const [message, environment] of Object.entries(wrong)) {
      assert.throws(() => readConfig(environment), { message: `MARK_SECRET_FILE ${message}` });
    }
    const DATABASE_URL_FILE = await file("wrong", "mysql://kanaat:gizli@localhost/kanaat");
    const MARK_SECRET_FILE = await file("short", "gizli");
    for (const environment of [{ DATABASE_URL_FILE }, { MARK_SECRET_FILE }]) {
      const tells = ({ message }: Error) =>
        /^(DATABASE_URL|MARK_SECRET)=… is wrong: /.test(message) && !message.includes("gizli");
      assert.throws(() => readConfig(environment), tells);
    }
  });
});

/** Returns a function that writes a file into a folder that is deleted after the test. */
async function secretFiles(t: { after(fn: () => Promise<void>): void }) {
  const folder = await mkdtemp(join(tmpdir(), "kanaat-secrets-"));
  t.after(() => rm(folder, { recursive: true }));
  return async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
}
