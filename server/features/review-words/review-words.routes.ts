import * as calls from "#contract/endpoints/moderation/review-words.ts";
import type { AppContext } from "#server/app-context.ts";
import { listReviewWords, previewForms } from "./review-words.reads.ts";
import { addForms, removeForms, setShipped } from "./review-words.writes.ts";

export function reviewWordRoutes({ defineRoute, db, clock }: AppContext): void {
  defineRoute(calls.listReviewWords, ({ query: { kind, ...paging } }) =>
    listReviewWords(db, kind, paging),
  );

  defineRoute(calls.previewReviewWords, ({ body }) => previewForms(db, body.root));

  defineRoute(calls.addReviewWords, async ({ body, viewer, prove }) => {
    const { kind, root, words } = body;
    const forms = body.forms.map((form) => ({ form, root }));
    const by = { id: viewer.id, prove };
    return { item: await addForms(db, by, { kind, forms, words }, clock.now()) };
  });

  defineRoute(calls.removeReviewWords, async ({ body, viewer, prove }) => {
    const { ids, words } = body;
    return { item: await removeForms(db, { id: viewer.id, prove }, { ids, words }, clock.now()) };
  });

  defineRoute(calls.switchShippedWords, async ({ body, viewer, prove }) => {
    const { on, words } = body;
    await setShipped(db, { id: viewer.id, prove }, { on, words }, clock.now());
    return null;
  });
}
