import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createHider } from "./hidden-secrets.ts";

const PASSWORD = 'p/a"s@s:42 word';
const folder = mkdtempSync(join(tmpdir(), "kanaat-secrets-"));
const file = join(folder, "secret");
writeFileSync(file, "from-a-file-0815\n");
const environment = {
  DATABASE_URL: `postgres://kanaat:${encodeURIComponent(PASSWORD)}@db1/kanaat`,
  DATABASE_DIRECT_URL: "postgres://kanaat:not/en@coded-1@db1/kanaat",
  MAIL_URL: "smtp://posta:mail-password@mail.example:587",
  S3_ACCESS_KEY_ID: "kanaat-id",
  S3_SECRET_ACCESS_KEY: "s3-secret-key+/=",
  OIDC_OKUL_CLIENT_SECRET_FILE: file,
  MARK_SECRET_FILE: "the secret itself, by mistake",
  HTTPS_PROXY: "http://vekil:proxy-password@10.0.0.1:8080",
};

describe("secrets of the environment", () => {
  it("are replaced in every form in which texts hold them (R358)", () => {
    const hide = createHider(environment);
    for (const secret of [
      PASSWORD,
      encodeURIComponent(PASSWORD),
      JSON.stringify(PASSWORD).slice(1, -1),
      "not/en@coded-1",
      "mail-password",
      "s3-secret-key+/=",
      encodeURIComponent("s3-secret-key+/="),
      "from-a-file-0815",
      "the secret itself, by mistake",
      "proxy-password",
    ]) {
      assert.equal(hide(`before ${secret} after`), "before … after");
    }
    assert.equal(hide("smtp://a:b@mail.example/x?y=z"), "smtp://…@mail.example/x?y=z");
    assert.doesNotMatch(
      hide('"authorization":"AWS4-HMAC-SHA256 Credential=a/b, Signature=c"'),
      /Signature=c/,
    );
    assert.equal(hide("/b?X-Amz-Signature=0a1b&x=1"), "/b?X-Amz-Signature=…&x=1");
  });

  it("leave all other text unchanged", () => {
    const hide = createHider(environment);
    for (const text of ["kanaat-id", "ayse@ornek.com", "https://ornek.com/a?b=c@d", '{"level":30}'])
      assert.equal(hide(text), text);
  });

  it("are not in what a program prints (R358)", (t) => {
    t.after(() => rmSync(folder, { recursive: true }));
    const program = `
      import { guardOutput } from "./server/secret/hidden-secrets.ts";
      guardOutput(process.env);
      console.log("log", process.env.MAIL_URL);
      console.error(new Error(process.env.MAIL_URL));
      process.emitWarning("proxy-password");`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      env: { PATH: process.env.PATH, ...environment },
      encoding: "utf8",
    });
    assert.match(stdout + stderr, /log …\nError: …\n.*Warning: …/s);
    assert.doesNotMatch(stdout + stderr, /-password/);
  });
});
