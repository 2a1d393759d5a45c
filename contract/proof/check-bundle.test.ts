import assert from "node:assert/strict";
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import { toHex } from "./byte-texts.ts";
import { canonicalJson } from "./canonical-json.ts";
import { checkBundle } from "./check-bundle.ts";
import { keyIdOf, receiptLeaf, type Tools } from "./check-seal.ts";
import { rootOf } from "./merkle-tree.ts";
import { receiptOf } from "./receipt-codes.ts";
import type { Bundle, PublicKey, SealedResults } from "./sealed-results.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Returns a public key, and the private key that signs for it. */
function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const named = { kty: "OKP", crv: "Ed25519", x } as const;
  const jwk: PublicKey = { ...named, kid: keyIdOf(sha256, named), use: "sig", alg: "EdDSA" };
  return { jwk, privateKey };
}
const own = makeKey();
const attacker = makeKey();

const tools: Tools = {
  sha256,
  verify: async ({ kty, crv, x }, bytes, signature) =>
    verify(null, bytes, createPublicKey({ key: { kty, crv, x }, format: "jwk" }), signature),
  trustedKeys: [own.jwk],
};

const receiptOfText = (text: string) => receiptOf(sha256(Buffer.from(text)));
const rootOfAll = (receipts: readonly string[]) =>
  toHex(
    rootOf(
      sha256,
      receipts.map((receipt) => receiptLeaf(sha256, receipt)),
    ),
  );
const signed = (
  document: SealedResults,
  receipts: string[],
  key: { jwk: PublicKey; privateKey: KeyObject },
): Bundle => ({
  document,
  signature: sign(null, Buffer.from(canonicalJson(document)), key.privateKey).toString("base64url"),
  public_key: { ...key.jwk },
  receipts,
});

/** A sealed survey with these votes for each option, plus `apart` that are counted separately. */
function sealed(votes: readonly number[], apart: number): Bundle {
  const count = votes.reduce((sum, more) => sum + more, apart);
  const receipts = Array.from({ length: count }, (_, i) => receiptOfText(`oy ${i}`)).sort();
  const document: SealedResults = {
    format: "kanaat-sealed-results/1",
    key_id: own.jwk.kid,
    survey: {
      ...{ id: 7, type: "SURVEY", question: "Çay mı, kahve mi?", description: "Sabahları" },
      ...{ start_time: "2026-11-01T09:00:00.000Z", end_time: "2026-11-08T09:00:00.000Z" },
    },
    options: votes.map((number, i) => ({
      ...{ id: 20 + i, content: `Şık ${i}`, votes: number },
      private_votes: apart === 0 ? null : apart * Number(i === 0),
    })),
    private_part: apart > 0 ? "shown" : "none",
    edits: [
      { edited_at: "2026-11-02T09:00:00.000Z", field: "description", was: "", became: "Sabahları" },
    ],
    receipts: { count, root: rootOfAll(receipts), renewed_at: null },
    sealed_at: "2026-11-08T09:02:00.000Z",
  };
  return signed(document, receipts, own);
}

type Tampering = (bundle: Bundle, at: number) => void;

const pick = <T>(list: T[], at: number): T => list[at % list.length] as T;
const otherDigit = (text: string, at: number): string => {
  const place = at % text.length;
  return text.slice(0, place) + (text[place] === "A" ? "B" : "A") + text.slice(place + 1);
};

/** Each changes a bundle in place, or leaves it as it is if it cannot. */
const TAMPERINGS: Record<string, Tampering> = {
  "adds a receipt": ({ receipts }, at) =>
    receipts.splice(at % receipts.length, 0, receiptOfText(`sahte ${at}`)),
  "adds a receipt in its place": ({ receipts }, at) => {
    receipts.push(receiptOfText(`sahte ${at}`));
    receipts.sort();
  },
  "adds a receipt and counts it": (bundle, at) => {
    bundle.receipts.push(receiptOfText(`sahte ${at}`));
    bundle.receipts.sort();
    bundle.document.receipts.count++;
    pick(bundle.document.options, at).votes++;
    bundle.document.receipts.root = rootOfAll(bundle.receipts);
  },
  "removes a receipt": ({ receipts }, at) => receipts.splice(at % receipts.length, 1),
  "replaces a receipt": ({ receipts }, at) => {
    receipts[at % receipts.length] = receiptOfText(`sahte ${at}`);
    receipts.sort();
  },
  "changes a digit": ({ receipts }, at) => {
    receipts[at % receipts.length] = otherDigit(pick(receipts, at), at);
  },
  "doubles a receipt": ({ receipts }, at) =>
    receipts.splice(at % receipts.length, 0, pick(receipts, at)),
  "moves a receipt": ({ receipts }, at) => {
    const [moved] = receipts.splice(at % receipts.length, 1);
    if (moved) receipts.push(moved);
  },
  "reverses the receipts": ({ receipts }) => receipts.reverse(),
  "changes a count": ({ document }, at) => {
    pick(document.options, at).votes += 1 + (at % 3);
  },
  "moves votes to another option": ({ document: { options } }, at) => {
    const [from, to] = [pick(options, at), pick(options, at + 1)];
    if (from.votes === 0) return;
    from.votes--;
    to.votes++;
  },
  "changes a count apart": ({ document }, at) => {
    const option = pick(document.options, at);
    option.private_votes = (option.private_votes ?? 0) + 1;
  },
  "changes how many receipts there are": ({ document }) => {
    document.receipts.count++;
  },
  "changes the root": ({ document }, at) => {
    document.receipts.root = otherDigit(document.receipts.root, at).toLowerCase();
  },
  "makes a root of other receipts": (bundle, at) => {
    bundle.receipts = bundle.receipts.map((_, i) => receiptOfText(`başka ${at} ${i}`)).sort();
    bundle.document.receipts.root = rootOfAll(bundle.receipts);
  },
  "changes the question": ({ document }) => {
    document.survey.question += " ";
  },
  "changes the description": ({ document }) => {
    document.survey.description = "";
  },
  "changes the type": ({ document }) => {
    document.survey.type = "TEST";
  },
  "changes an option": ({ document }, at) => {
    pick(document.options, at).content = "Ayran";
  },
  "exchanges options": ({ document: { options } }) => options.reverse(),
  "removes an option": ({ document: { options } }) => options.splice(0, 1),
  "adds an option": ({ document: { options } }) =>
    options.push({ id: 99, content: "Ayran", votes: 0, private_votes: null }),
  "changes the start": ({ document }) => {
    document.survey.start_time = "2026-11-01T09:00:01.000Z";
  },
  "changes the end": ({ document }) => {
    document.survey.end_time = "2026-11-09T09:00:00.000Z";
  },
  "changes when it was sealed": ({ document }) => {
    document.sealed_at = "2026-11-08T09:02:00Z";
  },
  "removes an edit": ({ document }) => document.edits.splice(0, 1),
  "adds an edit": ({ document: { edits } }) =>
    edits.push({
      edited_at: "2026-11-03T09:00:00.000Z",
      field: "visibility",
      was: null,
      became: "public",
    }),
  "changes an edit": ({ document: { edits } }) => {
    if (edits[0]) edits[0].was = "Başka";
  },
  "hides the votes apart": ({ document }) => {
    document.private_part = "hidden";
  },
  "names another survey": ({ document }) => {
    document.survey.id++;
  },
  "names another key": ({ document }) => {
    document.key_id = attacker.jwk.kid;
  },
  "changes the signature": (bundle, at) => {
    bundle.signature = otherDigit(bundle.signature, at);
  },
  "changes the key": (bundle, at) => {
    bundle.public_key.x = otherDigit(bundle.public_key.x, at);
  },
  "puts another key": (bundle) => {
    bundle.public_key = { ...attacker.jwk };
  },
  "signs it with another key": (bundle) => {
    bundle.document.key_id = attacker.jwk.kid;
    Object.assign(bundle, signed(bundle.document, bundle.receipts, attacker));
  },
  "adds a field": (bundle) => {
    Object.assign(bundle.document.survey, { not: "bu alan yoktu" });
  },
  "drops a field": (bundle) => {
    delete (bundle.document as Partial<SealedResults>).sealed_at;
  },
  "gives a number as a text": (bundle) => {
    Object.assign(bundle.document.receipts, { count: String(bundle.document.receipts.count) });
  },
};

describe("the check of a bundle", () => {
  it("finds nothing where nothing was changed, whatever order its fields are in (R291)", async () => {
    for (const bundle of [sealed([10, 0], 0), sealed([30, 4, 1], 7), sealed([2100, 77], 0)]) {
      assert.deepEqual(await checkBundle(bundle, tools), []);
      const reversed = JSON.parse(JSON.stringify(bundle), (_, value) =>
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
      );
      assert.deepEqual(await checkBundle(reversed, tools), []);
    }
  });

  it("finds each kind of tampering (R291)", async () => {
    for (const [name, tamper] of Object.entries(TAMPERINGS)) {
      const bundle = structuredClone(sealed([9, 5, 2], 6));
      tamper(bundle, 3);
      assert.notDeepEqual(await checkBundle(bundle, tools), [], name);
    }
  });

  it("finds what was added, removed or changed in each of 1,000 tampered copies (R291)", async () => {
    const kinds = Object.values(TAMPERINGS);
    const steps = fc.array(
      fc.record({ kind: fc.nat({ max: kinds.length - 1 }), at: fc.nat({ max: 1000 }) }),
      { minLength: 1, maxLength: 3 },
    );
    const votes = fc.array(fc.nat({ max: 9 }), { minLength: 2, maxLength: 5 });
    let tampered = 0;
    await fc.assert(
      fc.asyncProperty(steps, votes, fc.nat({ max: 8 }), async (some, counts, apart) => {
        const original = sealed([10, ...counts], apart);
        const bundle = structuredClone(original);
        for (const { kind, at } of some) kinds[kind]?.(bundle, at);
        fc.pre(canonicalJson(bundle) !== canonicalJson(original));
        assert.notDeepEqual(await checkBundle(bundle, tools), []);
        tampered++;
      }),
      { numRuns: 1000 },
    );
    assert.equal(tampered, 1000);
  });

  it("takes a self-signed bundle only where no key is trusted (R292)", async () => {
    const bundle = sealed([10, 2], 0);
    const document = { ...bundle.document, key_id: attacker.jwk.kid };
    const forged = signed(document, bundle.receipts, attacker);
    assert.deepEqual(await checkBundle(forged, tools), ["unknown_key"]);
    assert.deepEqual(await checkBundle(forged, { ...tools, trustedKeys: undefined }), []);
  });

  it("refuses anything that is not a bundle", async () => {
    for (const other of [null, 7, "", [], {}, { ...sealed([10], 0), receipts: ["çay"] }]) {
      assert.deepEqual(await checkBundle(other, tools), ["unreadable"]);
    }
  });
});

describe("canonical JSON", () => {
  it("is one text for one value, as RFC 8785 has it (R288)", () => {
    const value = {
      ...{ "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet" },
      ...{ "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control" },
      ...{ "\u00f6": "Latin Small Letter O With Diaeresis" },
    };
    const order = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map(([, text]) => text);
    assert.deepEqual(order, [
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet",
    ]);
    assert.equal(
      canonicalJson({ b: [1, null, { z: true, a: "\u2028ş" }], a: {} }),
      '{"a":{},"b":[1,null,{"a":"\u2028ş","z":true}]}',
    );
  });
});
