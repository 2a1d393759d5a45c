import { HOUR_MS } from "#contract/durations.ts";
import * as calls from "#contract/endpoints/moderation/legal-requests.ts";
import type { AppContext } from "#server/app-context.ts";
import { transact } from "#server/db/transact.ts";
import { ApiError } from "#server/errors.ts";
import { requestName } from "#server/features/moderation/cases.reads.ts";
import { writeRecord } from "#server/features/moderation/record.writes.ts";
import { findTargets } from "#server/features/moderation/takedown.writes.ts";
import { readStored } from "#server/features/sharing/pictures.ts";
import { FileAnswer } from "#server/http/routing/file-answer.ts";
import { deleteImages } from "#server/images/store/with-stored-images.ts";
import { copyTarget } from "./copies.ts";
import { findPicture, listLegalRequests, readLegalRequest } from "./legal-requests.reads.ts";
import { answerLegalRequest, createLegalRequest } from "./legal-requests.writes.ts";

/** Of pictures as staff sees them, in pixels. */
const SHOWN_WIDTH = 640;

export function legalRequestRoutes(context: AppContext): void {
  const { defineRoute, db, clock, images, config } = context;

  defineRoute(calls.listLegalRequests, ({ query }) => listLegalRequests(db, query));

  defineRoute(calls.createLegalRequest, async ({ body, viewer, prove, request }) => {
    const { asker, reference, target: address, words } = body;
    const [target, ...others] = await findTargets(db, address).catch(() => []);
    if (others.length > 0) {
      const fields = {
        target: "Bu resim birden çok yerde. Anketin ya da profilin adresini yazın.",
      };
      throw new ApiError("validation_failed", { fields });
    }
    const copy = target && (await copyTarget({ db, images }, target));
    const receivedAt = Date.parse(body.received_at);
    const deadline = receivedAt + config.legalRequestHours * HOUR_MS;
    const asked = { asker, reference, address, words, receivedAt, deadline, target, copy };
    try {
      const by = { id: viewer.id, prove };
      const created = await createLegalRequest(db, by, asked, clock.now());
      return { item: { id: created.id, name: requestName(created) } };
    } catch (error) {
      const paths = copy?.pictures.map(({ image }) => image) ?? [];
      // Where the connection was lost, the row may be there.
      if (db.fault(error) === null) await deleteImages(images, request.log, paths);
      throw error;
    }
  });

  defineRoute(calls.getLegalRequest, async ({ params, viewer }) => {
    const item = await readLegalRequest(db, params.id);
    await transact(db, (tx) =>
      writeRecord(db, tx, {
        ...{ at: clock.now(), actor: viewer.id, act: "look" },
        ...{ target: `legal_request ${item.name}`, reason: "", words: "" },
      }),
    );
    return { item };
  });

  defineRoute(calls.getLegalPicture, async ({ params }) => {
    const path = await findPicture(db, { requestId: params.id, id: params.picture });
    const file = path && (await readStored(images, path, SHOWN_WIDTH));
    if (!file) throw new ApiError("legal_request_not_found");
    return new FileAnswer({
      ...{ name: `resim-${params.picture}.webp`, type: "image/webp" },
      ...{ etag: `"legal-${params.picture}"`, make: async () => file, isPublic: false },
    });
  });

  defineRoute(calls.answerLegalRequest, async ({ params, body, viewer, prove }) => {
    const answered = { id: params.id, outcome: body.outcome, answer: body.answer };
    await answerLegalRequest(db, { id: viewer.id, prove }, answered, clock.now());
    return null;
  });
}
