import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { load } from "js-yaml";
import { readConfig } from "#server/config/config.ts";
import { findUnknownSettings } from "#server/config/unknown-settings.ts";
import { readBlocks, readCommands, SETTINGS } from "./documented-commands.ts";

const folder = mkdtempSync(join(tmpdir(), "kanaat-documents-"));
after(() => rmSync(folder, { recursive: true }));
const blocks = readBlocks();

describe("the documents for operators", () => {
  it("say of each block what it holds", () => {
    assert.ok(blocks.length > 20);
    for (const { place, info } of blocks)
      assert.ok(["sh", ...SETTINGS].includes(info), `${place}: ${info || "no info string"}`);
  });

  it("have no command that is neither run nor named with a reason", () => {
    const commands = readCommands();
    const isRun = commands.filter(({ notRun }) => !notRun);
    assert.ok(isRun.length > 25 && isRun.length < commands.length);
  });

  it("show JSON and YAML that can be read", () => {
    for (const { info, text } of blocks) {
      if (info === "json") JSON.parse(text);
      if (info === "jsonl") for (const line of text.split("\n")) JSON.parse(line);
      if (info === "yaml") assert.ok(load(text));
    }
  });

  it("show settings that there are, with values that are right", () => {
    const secret = join(folder, "secret");
    writeFileSync(secret, "a-secret");
    for (const { place, info, text } of blocks.filter((one) => one.info === "env")) {
      const lines = text.split("\n").map((line) => line.replace(/\s+#.*$/, "").split("="));
      const settings = Object.fromEntries(
        lines.map(([name = "", ...value]) => [name, value.join("=")]),
      );
      assert.deepEqual(findUnknownSettings(settings), [], place);
      const files = Object.keys(settings).filter((name) => name.endsWith("_FILE"));
      for (const name of files) settings[name] = secret;
      // Settings of other blocks, which this one continues.
      const config = { PUBLIC_URL: "https://kanaat.example", ...OF_GOOGLE(secret), ...settings };
      assert.ok(readConfig(config), `${place} ${info}`);
    }
  });
});

const OF_GOOGLE = (file: string) => ({
  OIDC_GOOGLE_CLIENT_ID: "kanaat",
  OIDC_GOOGLE_CLIENT_SECRET_FILE: file,
});
