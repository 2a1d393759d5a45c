import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findUnknownSettings, SETTING_NAMES } from "./unknown-settings.ts";

describe("variables that are no settings", () => {
  it("are named with the setting that was meant (R342)", () => {
    const meant = {
      METRIC_PORT: "METRICS_PORT",
      PUBLICURL: "PUBLIC_URL",
      RATE_LIMIT: "RATE_LIMITS",
      OIDC_PROVIDER: "OIDC_PROVIDERS",
      MAIL_FORM: "MAIL_FROM",
      DATABSE_URL: "DATABASE_URL",
      S3_ACCES_KEY_ID: "S3_ACCESS_KEY_ID",
      public_url: "PUBLIC_URL",
    };
    for (const [name, setting] of Object.entries(meant)) {
      const sentence = `${name} is no setting: did you mean ${setting}?`;
      for (const value of ["x", "9464"])
        assert.deepEqual(findUnknownSettings({ [name]: value }), [sentence]);
    }
  });

  it("are named where they begin like ours, and where no secret is given as a file (R342)", () => {
    assert.match(findUnknownSettings({ KANAAT_COLOUR: "x" })[0] ?? "", /^KANAAT_COLOUR is no/);
    assert.match(findUnknownSettings({ S3_PREFIX: "x" })[0] ?? "", /^S3_PREFIX is no setting/);
    assert.match(findUnknownSettings({ PORT_FILE: "/x" })[0] ?? "", /only secrets can be files/);
  });

  it("show no values (R342)", () => {
    assert.doesNotMatch(findUnknownSettings({ MAIL_PASSWORD: "geheim" }).join(), /geheim/);
  });

  it("are left alone where they are other programs', blank or a setting (R342)", () => {
    const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, "x"]));
    const others = {
      PATH: "/bin",
      MAIL: "/var/mail/root",
      HOSTNAME: "web1",
      LOGNAME: "root",
      POSTGRES_PASSWORD: "x",
      NODE_OPTIONS: "x",
      npm_config_cache: "x",
      OTEL_SERVICE_NAME: "kanaat",
      METRIC_PORT: " ",
      MAIL_URL_FILE: "/run/secrets/mail",
      OIDC_OKUL_CLIENT_SECRET_FILE: "/run/secrets/okul",
      OIDC_OKUL_ISSUER: "https://okul.example",
      KANAAT_WORKER_NUMBER: "0",
      KANAAT_SERVICE_HOST: "10.0.0.1",
      KANAAT_PORT: "tcp://10.0.0.1:3000",
      KANAAT_PORT_3000_TCP_ADDR: "10.0.0.1",
    };
    assert.deepEqual(findUnknownSettings({ ...settings, ...others }), []);
  });
});
