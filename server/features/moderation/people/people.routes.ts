import { DAY_MS } from "#contract/durations.ts";
import * as links from "#contract/endpoints/moderation/links.ts";
import * as calls from "#contract/endpoints/moderation/people.ts";
import type { AppContext } from "#server/app-context.ts";
import { moveWithheld, storePlaceholders } from "../move-pictures.ts";
import { findByEmail, lookAt, openPersonCase } from "./looks.writes.ts";
import { listLinks } from "./registration-links.reads.ts";
import { endLink, makeLink } from "./registration-links.writes.ts";
import { findSimilar } from "./similar.reads.ts";
import { listPeople, listPersonDecisions, readStaffPerson } from "./staff-people.reads.ts";
import { suspendPeople } from "./suspensions.writes.ts";

export function peopleRoutes(context: AppContext): void {
  const { defineRoute, db, clock, sessions, changed } = context;
  defineRoute(calls.listPeople, ({ query: { q, ...paging } }) => listPeople(db, q, paging));

  defineRoute(calls.findByEmail, async ({ body: { email, words }, viewer, prove }) => {
    const staff = { id: viewer.id, prove };
    return { items: await findByEmail(db, staff, { email, words }, clock.now()) };
  });

  defineRoute(calls.getStaffPerson, async ({ params }) => ({
    item: await readStaffPerson(db, params.id, clock.now()),
  }));

  defineRoute(calls.listPersonDecisions, ({ params, query }) =>
    listPersonDecisions(db, params.id, query, clock.now()),
  );

  defineRoute(calls.lookAtPerson, async ({ params: { id }, body: { words }, viewer, prove }) => ({
    item: await lookAt(db, { id: viewer.id, prove }, { id, words }, clock.now()),
  }));

  defineRoute(calls.findSimilarPeople, async ({ params, body: { words }, viewer, prove }) => {
    await lookAt(db, { id: viewer.id, prove }, { id: params.id, words }, clock.now());
    return { items: await findSimilar(db, params.id) };
  });

  defineRoute(calls.suspendPeople, async ({ body, viewer, prove, request: { log } }) => {
    const { people, reason, words, days, hide_surveys } = body;
    const hiding = hide_surveys ? (count: number) => storePlaceholders(context, count) : undefined;
    const given = { people, reason, words, days, hiding };
    const staff = { id: viewer.id, prove };
    const done = await suspendPeople(db, context, staff, given, clock.now());
    done.refreshed.forEach(sessions.forget);
    changed("*");
    // A failure here loses nothing: maintenance goes on with it.
    if (done.hidden > 0)
      await moveWithheld(context).catch((err: unknown) => log.error({ err }, "pictures not moved"));
    return { item: { hidden_surveys: done.hidden, left_surveys: done.left } };
  });

  defineRoute(calls.openPersonCase, async ({ params, viewer }) => ({
    item: await openPersonCase(db, viewer, params.id),
  }));

  defineRoute(links.listLinks, ({ query }) => listLinks(db, query, clock.now()));

  defineRoute(links.createLink, async ({ body: { uses, days, words }, viewer, prove }) => {
    const now = clock.now();
    const link = { uses, words, endsAt: now + days * DAY_MS };
    return { item: await makeLink(db, link, now, { id: viewer.id, prove }) };
  });

  defineRoute(links.endLink, async ({ params, viewer, prove }) => {
    await endLink(db, params.id, clock.now(), { id: viewer.id, prove });
    return null;
  });
}
