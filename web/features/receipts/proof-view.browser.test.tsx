import { sha256 } from "@noble/hashes/sha2.js";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { toBase64Url, toHex, utf8 } from "#contract/proof/byte-texts.ts";
import { canonicalJson } from "#contract/proof/canonical-json.ts";
import { keyIdOf, receiptLeaf } from "#contract/proof/check-seal.ts";
import { inclusionPath, rootOf } from "#contract/proof/merkle-tree.ts";
import { receiptOf } from "#contract/proof/receipt-codes.ts";
import type { Bundle, PublicKey, SealedResults } from "#contract/proof/sealed-results.ts";
import type { SignedReceipt } from "#contract/proof/signed-receipt.ts";
import type { SignedHead } from "#contract/proof/tree-heads.ts";
import type { Answer } from "#web/lib/api/api-types.ts";
import { callsOf, type FakeApi, NO_CONNECTION, refuse } from "#web/testing/fake-api.ts";
import { signIn } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { ProofView } from "./proof-view.tsx";

const OWN = "GET /api/auth/surveys/{id}/receipt";
const BUNDLE = "GET /api/auth/surveys/{id}/seal/bundle";
const FIND = "GET /api/auth/surveys/{id}/seal/receipts/{receipt}";
const HEADS = "GET /api/auth/surveys/{id}/heads";
const KEYS = "/.well-known/kanaat-signing-key";
type Seal = Answer<"GET /api/auth/surveys/{id}/seal">["item"];

let pair: CryptoKeyPair;
let key: PublicKey;
const makePair = async () =>
  (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"])) as CryptoKeyPair;
async function publicKeyOf({ publicKey }: CryptoKeyPair): Promise<PublicKey> {
  const { x = "" } = await crypto.subtle.exportKey("jwk", publicKey);
  const named = { kty: "OKP", crv: "Ed25519", x } as const;
  return { ...named, kid: keyIdOf(sha256, named), use: "sig", alg: "EdDSA" };
}
beforeAll(async () => {
  pair = await makePair();
  key = await publicKeyOf(pair);
});

const receipts = Array.from({ length: 12 }, (_, i) => receiptOf(sha256(utf8(`oy ${i}`)))).sort();
const [mine = ""] = receipts;
const leaves = receipts.map((receipt) => receiptLeaf(sha256, receipt));

type Sealed = Extract<SealedResults, { format: "kanaat-sealed-results/1" }>;

async function bundle(changes: Partial<Sealed> = {}): Promise<Bundle> {
  const document: Sealed = {
    format: "kanaat-sealed-results/1",
    key_id: key.kid,
    survey: {
      ...{ id: 5, type: "SURVEY", question: "Çay mı, kahve mi?", description: "" },
      ...{ start_time: "2026-03-01T09:00:00.000Z", end_time: "2026-03-08T09:00:00.000Z" },
    },
    options: ["Çay", "Kahve"].map((content, i) => ({
      ...{ id: i + 1, content, votes: i === 0 ? 9 : 3, private_votes: null },
    })),
    private_part: "none",
    edits: [],
    receipts: { count: 12, root: toHex(rootOf(sha256, leaves)), renewed_at: null },
    sealed_at: "2026-03-08T09:02:00.000Z",
    ...changes,
  };
  return { document, signature: await sign(document), public_key: key, receipts };
}

async function sign(document: unknown): Promise<string> {
  const text = Uint8Array.from(utf8(canonicalJson(document)));
  const signature = await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, text);
  return toBase64Url(new Uint8Array(signature));
}

async function signReceipt(receipt: string, survey_id = 5): Promise<SignedReceipt> {
  const document = { format: "kanaat-receipt/1", key_id: key.kid, survey_id, receipt } as const;
  return { document, signature: await sign(document), public_key: key };
}

async function showSealed(
  { receipts: all, ...signed }: Bundle,
  api: FakeApi = {},
  differs = false,
) {
  const seal: Seal = { state: "sealed", signed, differs };
  const answers = { [BUNDLE]: { ...signed, receipts: all }, [KEYS]: { keys: [key] }, ...api };
  return show(<ProofView id={5} invitationCode={undefined} seal={seal} />, answers);
}
const showState = (state: Seal["state"], api: FakeApi = {}) =>
  show(
    <ProofView id={5} invitationCode="kod" seal={{ state, signed: null, differs: false }} />,
    api,
  );

const verdict = page.getByRole("region", { name: "Denetim" });
const field = page.getByLabelText("Makbuz", { exact: true });
const search = page.getByRole("button", { name: "Makbuzu Ara" });

test("until something is signed it is said why not (R304)", async () => {
  for (const [state, said] of [
    ["open", "Anket henüz sona ermedi"],
    ["pending", "Sonuç birazdan mühürlenecek"],
    ["too_few", "10’dan az oy verilen ya da son oyları gizli kalan anketlerin sonucu mühürlenmez."],
    ["unsealable", "Bu sonuç mühürlenemedi"],
  ] as const) {
    const { unmount } = await showState(state);
    await expect.element(page.getByText(said)).toBeVisible();
    await unmount();
  }
});

test("a voter sees the receipt and copies it, a visitor the way to it (R304)", async () => {
  const asVisitor = await showState("open");
  const link = page.getByRole("link", { name: "giriş yapınca" });
  await expect.element(link).toHaveAttribute("href", "/login?next=%2Fsurveys%2F5%2Fproof");
  await asVisitor.unmount();
  signIn();
  const writeText = vi.fn(async () => undefined);
  const had = Object.getOwnPropertyDescriptor(navigator, "clipboard");
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  onTestFinished(() => {
    if (had) Object.defineProperty(navigator, "clipboard", had);
    else Reflect.deleteProperty(navigator, "clipboard");
  });
  const signed = await signReceipt(mine);
  await showState("open", { [OWN]: { item: { receipt: mine, signed } } });
  await expect.element(page.getByText(mine)).toBeVisible();
  expect(callsOf(OWN).map(({ query }) => query.davet)).toEqual(["kod"]);
  await page.getByRole("button", { name: "Kopyala" }).click();
  expect(writeText).toHaveBeenCalledWith(mine);
  const saved = vi.spyOn(URL, "createObjectURL");
  onTestFinished(() => void vi.restoreAllMocks());
  await page.getByRole("button", { name: "İmzalı Makbuzu İndir" }).click();
  const [[file] = []] = saved.mock.calls;
  expect(JSON.parse(await new Response(file as Blob).text())).toEqual(signed);
});

test("a missing vote and a lost receipt are explained (R304)", async () => {
  signIn();
  const { unmount } = await showState("open", { [OWN]: refuse("vote_not_found") });
  await expect.element(page.getByText("Bu ankette oyunuz yok.")).toBeVisible();
  await unmount();
  await showState("open", { [OWN]: refuse("receipt_lost") });
  await expect.element(page.getByText(/sitenin gizli anahtarı değişti/)).toBeVisible();
});

test("unchanged results are reported as unchanged (R304)", async () => {
  await showSealed(await bundle());
  await expect.element(verdict.getByText("Sonuç mühürlendiği gibi")).toBeVisible();
  await expect.element(verdict.getByText(/^İmza: Bu sitenin yayımladığı anahtarla/)).toBeVisible();
  await expect.element(verdict.getByText(/12 oy için 12 makbuz/)).toBeVisible();
});

test("what was changed is found, whatever it is (R304)", async () => {
  const good = await bundle();
  const other = await publicKeyOf(await makePair());
  const forged = { ...good.document, sealed_at: "2026-03-09T09:02:00.000Z" };
  const cases: [Bundle, FakeApi, string][] = [
    [{ ...good, document: forged }, {}, "içinde bir şey değiştirilmiş"],
    [good, { [KEYS]: { keys: [other] } }, "yayımladığı anahtarla atılmamış"],
    [{ ...good, receipts: receipts.slice(1) }, {}, "Oy sayısı kadar makbuz yok."],
    [
      { ...good, receipts: [receiptOf(sha256(utf8("sahte"))), ...receipts.slice(1)].sort() },
      {},
      "İmzalanan makbuzlarla aynı değil.",
    ],
  ];
  for (const [one, api, said] of cases) {
    const { unmount } = await showSealed(one, api);
    await expect.element(verdict.getByText("Kanıt geçersiz: sonuç değiştirilmiş")).toBeVisible();
    await expect.element(verdict.getByText(new RegExp(said))).toBeVisible();
    await unmount();
  }
});

test("votes that differ from the seal are reported (R304)", async () => {
  await showSealed(await bundle(), {}, true);
  await expect.element(verdict.getByText("Kayıtlar mühürden farklı")).toBeVisible();
});

test("a browser that knows no such signatures says how else (R304)", async () => {
  const one = await bundle();
  vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new Error("NotSupported"));
  onTestFinished(() => void vi.restoreAllMocks());
  await showSealed(one);
  await expect.element(verdict.getByText("Denetlenen kısım mühürlendiği gibi")).toBeVisible();
  await expect.element(verdict.getByText(/Bu tarayıcı imzaları denetleyemiyor/)).toBeVisible();
});

test("what cannot be loaded says so, and can be asked for again (R304)", async () => {
  const one = await bundle();
  await showSealed(one, {
    [BUNDLE]: () => (callsOf(BUNDLE).length === 1 ? NO_CONNECTION : one),
  });
  await verdict.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect.element(verdict.getByText("Sonuç mühürlendiği gibi")).toBeVisible();
});

test("a receipt is searched in the browser, without sending it (R304)", async () => {
  await showSealed(await bundle());
  await expect.element(verdict.getByText("Sonuç mühürlendiği gibi")).toBeVisible();
  await field.fill(mine.toLowerCase().replaceAll("-", ""));
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText(new RegExp(`${mine} listede: bir oy olarak sayılmış`)))
    .toBeVisible();
  await field.fill("0000-0000-0000-0000");
  await search.click();
  await expect.element(page.getByText(/0000-0000-0000-0000 listede yok/)).toBeVisible();
  await field.fill(`${mine.slice(0, -1)}U`);
  await search.click();
  await expect.element(page.getByText(/bir karakteri eksik ya da yanlış/)).toBeVisible();
  expect(callsOf(FIND)).toEqual([]);
});

test("a signed receipt that is missing shows that its vote was removed (R441)", async () => {
  await showSealed(await bundle());
  await expect.element(verdict.getByText("Sonuç mühürlendiği gibi")).toBeVisible();
  const choose = (content: unknown) => {
    const file = new File([JSON.stringify(content)], "oy-makbuzu-5.json");
    return userEvent.upload(page.getByLabelText("İmzalı makbuz dosyası"), file);
  };
  const lost = receiptOf(sha256(utf8("çıkarılan")));
  await choose(await signReceipt(lost));
  await expect.element(page.getByText(/oy sonradan çıkarılmış/)).toBeVisible();
  const forged = await signReceipt(lost);
  await choose({
    ...forged,
    document: { ...forged.document, receipt: receiptOf(new Uint8Array(10)) },
  });
  await expect.element(page.getByText(/listede yok/)).toBeVisible();
  await expect.element(page.getByText(/oy sonradan çıkarılmış/)).not.toBeInTheDocument();
  await choose(await signReceipt(mine));
  await expect.element(page.getByText(new RegExp(`${mine} listede: bir oy`))).toBeVisible();
  await choose(await signReceipt(mine, 6));
  await expect.element(page.getByText(/başka bir anketin/)).toBeVisible();
  await choose({ çay: 1 });
  await expect.element(page.getByText(/imzalı bir makbuz değil/)).toBeVisible();
});

test("anybody can keep the hourly counts, however many there are (R445)", async () => {
  const headAt = (number: number): SignedHead => ({
    document: {
      ...{ format: "kanaat-tree-head/1", key_id: key.kid, survey_id: 5, number, votes: 9 },
      ...{ at: "2026-03-05T09:00:00.000Z", previous: null, counts: null, root: null },
      ...{ while_private: false, is_last: false },
    },
    ...{ signature: "A".repeat(86), public_key: key },
  });
  await showState("open", {
    [HEADS]: ({ query }) => ({ heads: Number(query.from) < 3 ? [headAt(Number(query.from))] : [] }),
  });
  const saved = vi.spyOn(URL, "createObjectURL");
  onTestFinished(() => void vi.restoreAllMocks());
  await page.getByRole("button", { name: "İmzalı Sayımları İndir" }).click();
  await expect.poll(() => saved.mock.calls.length).toBe(1);
  const [[file] = []] = saved.mock.calls;
  expect(JSON.parse(await new Response(file as Blob).text())).toEqual({
    heads: [headAt(1), headAt(2)],
  });
});

test("the page says what is not proven (R442)", async () => {
  await showSealed(await bundle());
  const part = page.getByRole("region", { name: "Kanıtlamadığı" });
  await expect.element(part.getByText(/anket sürerken oy ekleyebilir/)).toBeVisible();
  await expect.element(page.getByText(key.kid)).toBeVisible();
});

test("among very many the server proves it, and a false proof is none (R304)", async () => {
  const many = await bundle({
    receipts: { count: 12, root: toHex(rootOf(sha256, leaves)), renewed_at: null },
  });
  const path = inclusionPath(sha256, leaves, 0).map(toHex);
  const waiting = new Promise<never>(() => undefined);
  await showSealed(many, {
    [BUNDLE]: () => waiting,
    [FIND]: ({ path: asked }) => ({
      item: { index: asked.endsWith(mine) ? 0 : 1, size: 12, path },
    }),
  });
  await field.fill(mine);
  await search.click();
  await expect
    .element(page.getByText(new RegExp(`${mine} listede: bir oy olarak sayılmış`)))
    .toBeVisible();
  await field.fill(receipts[3] ?? "");
  await search.click();
  await expect.element(page.getByText(new RegExp(`${receipts[3]} listede yok`))).toBeVisible();
});

test("possible reasons for a missing receipt are shown (R304)", async () => {
  const renewed_at = "2026-03-05T09:00:00.000Z";
  const { receipts: kept } = (await bundle()).document;
  await showSealed(await bundle({ private_part: "hidden", receipts: { ...kept, renewed_at } }));
  await field.fill("0000-0000-0000-0000");
  await search.click();
  await expect.element(page.getByText(/özelken verilen 5’ten az oy/).first()).toBeVisible();
  await expect.element(page.getByText(/05.03.2026 12:00 tarihinde yenilendi/)).toBeVisible();
});

test("votes cast in private are shown separately, and changes below (R304)", async () => {
  const { document } = await bundle();
  const options = document.options.map((option) => ({ ...option, votes: 3, private_votes: 3 }));
  const edits = [
    {
      edited_at: "2026-03-05T09:00:00.000Z",
      field: "visibility",
      was: "private",
      became: "public",
    },
  ] as SealedResults["edits"];
  await showSealed(await bundle({ options, private_part: "shown", edits }));
  await expect.element(page.getByRole("row", { name: "Çay 3 3" })).toBeVisible();
  await expect.element(page.getByRole("row", { name: "Toplam 12" })).toBeVisible();
  await expect.element(page.getByText("Kimler görebilir")).toBeVisible();
});

test("very many receipts are checked as they come, and none are held (R380)", async () => {
  const all = Array.from({ length: 20_100 }, (_, i) => receiptOf(sha256(utf8(`oy ${i}`)))).sort();
  const hashes = all.map((receipt) => receiptLeaf(sha256, receipt));
  const root = toHex(rootOf(sha256, hashes));
  const options = [{ id: 1, content: "Çay", votes: all.length, private_votes: null }];
  const counted = { options, receipts: { count: all.length, root, renewed_at: null } };
  const many = await bundle(counted);
  const whole = utf8(JSON.stringify({ ...many, receipts: all }));
  const sent = (text: Uint8Array) => {
    const chunks = Array.from({ length: 50 }, (_, i) =>
      Uint8Array.from(text.slice((i * text.length) / 50, ((i + 1) * text.length) / 50)),
    );
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        const next = chunks.shift();
        if (next) stream.enqueue(next);
        else stream.close();
      },
    });
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
  await showSealed(many, {
    // The first response is cut off.
    [BUNDLE]: () => sent(callsOf(BUNDLE).length === 1 ? whole.slice(0, -9) : whole),
    [FIND]: {
      item: { index: 0, size: all.length, path: inclusionPath(sha256, hashes, 0).map(toHex) },
    },
  });
  await expect.element(verdict.getByText(/20.100 makbuz henüz denetlenmedi/)).toBeVisible();
  await verdict.getByRole("button", { name: /Bütün Makbuzları Denetle/ }).click();
  await verdict.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect.element(verdict.getByText(/20.100 oy için 20.100 makbuz var/)).toBeVisible();
  await field.fill(all[0] ?? "");
  await search.click();
  await expect
    .element(page.getByText(new RegExp(`${all[0]} listede: bir oy olarak sayılmış`)))
    .toBeVisible();
  expect(callsOf(FIND)).toHaveLength(1);
});
