import assert from "node:assert/strict";
import { it } from "node:test";
import { createSealer } from "#server/secret/sealer.ts";
import { createPushService } from "./push-delivery.ts";
import { openPushKey } from "./push-key.ts";

it("a push key that begins with a zero is whole, and signs messages", async () => {
  const secret = Array.from({ length: 10_000 }, (_, i) => `secret ${i}`).find(
    (one) => createSealer(one).bytesFor("push key 0")[0] === 0,
  );
  assert.ok(secret);
  const key = openPushKey(createSealer(secret));
  assert.equal(Buffer.from(key.privateKey, "base64url").length, 32);
  // Nobody listens there: what cannot be signed throws before anything is sent.
  const address = { endpoint: "http://127.0.0.1:9/push", p256dh: key.publicKey };
  const service = createPushService(key, {
    services: ["http://127.0.0.1:9"],
    subject: "https://kanaat.example",
  });
  const message = { title: "Günün sorusu", body: "Çay mı, kahve mi?", url: "/", tag: "question" };
  const auth = Buffer.alloc(16, 1).toString("base64url");
  assert.equal(await service.send({ ...address, auth }, message), "failed");
});
