import assert from "node:assert/strict";
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

  it("counts as not set where it is blank", () => {
    const { port, publicUrl } = readConfig({ PORT: " ", PUBLIC_URL: "" });
    assert.equal(port, 3000);
    assert.equal(publicUrl, undefined);
  });

  it("is refused by the name of what is wrong", () => {
    const wrong = {
      PORT: ["x", "70000"],
      PUBLIC_URL: ["kanaat.example", "https://kanaat.example/anket", "https://kanaat.example?a=1"],
      CORS_ORIGINS: [
        "*",
        "kanaat.example",
        "https://kanaat.example/",
        "https://*.kanaat.example",
        "htps://kanaat.example",
      ],
      TRUST_PROXY: ["1", "true", "10.0.0.1,nginx", "10.0.0.0/", "10.0.0.1/99", "0.0.0.0/0", ","],
      LOG_LEVEL: ["loud"],
      OFFICIAL_NICKNAMES: ["Ankara Valiliği", "ab", "tc;tuik"],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const start = `${name}=${value} is wrong: `;
        const names = (error: Error) => error.message.startsWith(start);
        assert.throws(() => readConfig({ [name]: value }), names, start);
      }
    }
  });

  it("asks for TLS below one's own name only where that is asked for, and has TLS itself", () => {
    const PUBLIC_URL = "https://kanaat.example";
    assert.equal(readConfig({ PUBLIC_URL }).hstsSubdomains, false);
    assert.equal(readConfig({ PUBLIC_URL, HSTS_SUBDOMAINS: "on" }).hstsSubdomains, true);
    for (const PUBLIC_URL of [undefined, "http://kanaat.example"]) {
      const names = /^Error: HSTS_SUBDOMAINS=on is wrong: /;
      assert.throws(() => readConfig({ PUBLIC_URL, HSTS_SUBDOMAINS: "on" }), names);
    }
  });

  it("tells nobody the password in a wrong address of the database", () => {
    for (const DATABASE_URL of [
      "mysql://kanaat:gizli@localhost/kanaat",
      "kanaat:gizli@localhost",
    ]) {
      const tells = ({ message }: Error) =>
        message.startsWith("DATABASE_URL=… is wrong: ") && !message.includes("gizli");
      assert.throws(() => readConfig({ DATABASE_URL }), tells);
    }
  });
});
