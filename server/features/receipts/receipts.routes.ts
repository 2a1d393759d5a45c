import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import {
  findReceipt,
  getOwnReceipt,
  getSeal,
  getSealBundle,
  listTreeHeads,
} from "#contract/endpoints/receipts.ts";
import type { PublicKey, Signed } from "#contract/proof/sealed-results.ts";
import type { AppContext } from "#server/app-context.ts";
import type { Database } from "#server/db/database.ts";
import { ApiError } from "#server/errors.ts";
import { requireResults, sealKey } from "#server/features/results/results.reads.ts";
import {
  cachedForEverybody,
  requireSurveyCached,
} from "#server/features/surveys/survey-access.reads.ts";
import { surveyState } from "#server/features/visibility/visibility.reads.ts";
import { voterOfAccount } from "#server/features/voters/voters.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { Viewer } from "#server/http/identity/viewer.ts";
import {
  findSeal,
  proveReceipt,
  readOwnReceipt,
  readReceipts,
  readSeal,
} from "./receipts.reads.ts";
import { openSigningKey } from "./signing-key.ts";
import { readTrustedKeys } from "./signing-keys.reads.ts";
import { listHeads } from "./tree-heads.reads.ts";

/** Larger bundles are streamed as they are read, and not cached. */
const CACHED_RECEIPTS_MAX = 20_000;

export function receiptRoutes(context: AppContext, app: FastifyInstance): void {
  const { defineRoute, db, clock, sealer } = context;
  const key = openSigningKey(sealer);
  signingKeyRoute(app, db, key.publicKey);

  defineRoute(getOwnReceipt, async ({ params, query, viewer }) => {
    const vote = {
      surveyId: params.id,
      voter: voterOfAccount(viewer.id),
      invitationCode: query.davet,
    };
    return { item: await readOwnReceipt(db, { sealer, key }, vote) };
  });

  defineRoute(getSeal, async ({ params, query, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
    // Until the end there is nothing to hide.
    if (surveyState(survey, clock.now()) !== "ended") {
      return { item: await readSeal(db, survey, clock.now()) };
    }
    const results = await requireResults(db, survey, viewer, clock.now());
    const read = async () => ({ item: await readSeal(db, results, clock.now()) });
    return cachedForEverybody(context, results, sealKey("seal"), read);
  });

  defineRoute(listTreeHeads, async ({ params, query, viewer }) => {
    const survey = await requireSurveyCached(context, params.id, viewer, query.davet);
    const key = (source: typeof survey) =>
      cacheKey(`survey:${params.id}:heads:${query.from}`, source);
    // Heads say how many votes there were.
    if (db.quietPeriods.covering(survey.category_id, clock.now())) return { heads: [] };
    const read = async () => ({ heads: await listHeads(db, params.id, query.from) });
    return cachedForEverybody(context, survey, key, read);
  });

  /** Returns the survey if the viewer may see its results. */
  const requireEnded = async (id: number, viewer: Viewer, code: string | undefined) => {
    const survey = await requireSurveyCached(context, id, viewer, code);
    return requireResults(db, survey, viewer, clock.now());
  };

  defineRoute(getSealBundle, async ({ params, query, viewer }) => {
    const survey = await requireEnded(params.id, viewer, query.davet);
    const seal = await findSeal(db, survey.id);
    if (!seal) throw new ApiError("not_sealed");
    const { signed } = seal;
    if (signed.document.receipts.count > CACHED_RECEIPTS_MAX) {
      return Readable.from(bundlePieces(db, survey.id, signed));
    }
    const read = async () => {
      const receipts: string[] = [];
      for await (const slice of readReceipts(db, survey.id)) receipts.push(...slice);
      return { ...signed, receipts };
    };
    return cachedForEverybody(context, survey, sealKey("bundle"), read);
  });

  defineRoute(findReceipt, async ({ params, query, viewer }) => {
    const survey = await requireEnded(params.id, viewer, query.davet);
    return { item: await proveReceipt(db, survey.id, params.receipt) };
  });
}

/** Yields a `Bundle` as pieces of JSON text. */
async function* bundlePieces(db: Database, surveyId: number, signed: Signed) {
  yield `${JSON.stringify(signed).slice(0, -1)},"receipts":[`;
  let separator = "";
  for await (const slice of readReceipts(db, surveyId)) {
    yield separator + slice.map((receipt) => `"${receipt}"`).join();
    separator = ",";
  }
  yield "]}";
}

/**
 * `/.well-known/kanaat-signing-key`: the key that signs survey ends, followed by those of earlier
 * secrets that it attests, as a JSON Web Key Set (RFC 7517).
 */
function signingKeyRoute(app: FastifyInstance, db: Database, publicKey: PublicKey): void {
  app.get("/.well-known/kanaat-signing-key", async (_request, reply) =>
    reply
      .type("application/jwk-set+json; charset=utf-8")
      .header("cache-control", "public, max-age=60")
      .send(JSON.stringify({ keys: await readTrustedKeys(db, publicKey) })),
  );
}
