import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { testApp } from "#server/testing/test-app.ts";
import { signUp } from "#testing/people.ts";
import { sendRudePeers } from "#testing/rude-peers.ts";
import { publishSurvey } from "#testing/surveys.ts";

// An error thrown out of a handler ends this process and so fails the test.
describe("connections that break off anywhere", () => {
  for (const trustProxy of [false, true, ["127.0.0.0/8"]]) {
    it(`leave nothing behind with TRUST_PROXY ${trustProxy} (R309)`, async (t) => {
      const lines: string[] = [];
      const kanaat = await testApp(t, {
        config: { trustProxy, accessLog: true },
        accessLogTo: { write: (text) => lines.push(text) },
      });
      const faults: unknown[] = [];
      kanaat.app.log.error = (...words: unknown[]) => void faults.push(words);
      await kanaat.app.listen({ port: 0, host: "127.0.0.1" });
      const { port } = kanaat.app.server.address() as AddressInfo;
      const owner = await signUp(kanaat);
      const survey = await publishSurvey(kanaat, owner);
      const peers = { port, token: owner.token, survey: survey.id, connections: 400 };
      await sendRudePeers({ ...peers, atOnce: 40, seed: 49 });

      const open = () =>
        new Promise<number>((resolve, reject) =>
          kanaat.app.server.getConnections((error, count) =>
            error ? reject(error) : resolve(count),
          ),
        );
      while ((await open()) > 0) await sleep(10);
      assert.deepEqual(faults, []);
      assert.ok(lines.join("").includes('"status":499'), "some left before their answer");
      const { status } = await fetch(`http://127.0.0.1:${port}/api/surveys`);
      assert.equal(status, 200);
    });
  }
});
