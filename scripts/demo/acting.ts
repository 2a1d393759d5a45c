import { login, register, updateAccount } from "#contract/account.ts";
import { followPerson } from "#contract/follows.ts";
import { invitePerson } from "#contract/invitations.ts";
import { listNotifications, markNotificationsRead } from "#contract/notifications.ts";
import { addOptions, createSurvey, getSurvey, setVisibility } from "#contract/surveys.ts";
import { castVote } from "#contract/votes.ts";
import type { Clock } from "#server/app-context.ts";
import { CATEGORIES } from "#server/features/lookups/categories.ts";
import { type Api, succeed } from "#testing/api.ts";
import { avatarPicture, coverPicture, optionPicture } from "./artwork.ts";
import { DEMO_PASSWORD, type DemoPerson } from "./people.ts";
import type { DemoSurvey } from "./surveys.ts";
import type { DemoEvent } from "./timeline.ts";

const DAY = 86_400_000;

/** Answers a function that does through the API what an event says. */
export function createActor(api: Api, clock: Clock): (event: DemoEvent) => Promise<void> {
  const sessions = new Map<DemoPerson, Promise<{ token: string; expires_at: string }>>();
  const ids = new Map<DemoPerson, number>();
  const published = new Map<DemoSurvey, { id: number; optionIds: number[] }>();

  async function tokenOf(person: DemoPerson): Promise<string> {
    const known = await sessions.get(person);
    if (known && Date.parse(known.expires_at) > clock.now() + DAY) return known.token;
    const body = { email: person.email, password: DEMO_PASSWORD, remember: true };
    const session = succeed(api.call(login, { body }));
    sessions.set(person, session);
    return (await session).token;
  }

  async function join(person: DemoPerson): Promise<void> {
    const { item } = await succeed(
      api.call(register, {
        body: {
          name: person.name,
          email: person.email,
          nickname: person.nickname,
          gender: person.gender,
          city_id: person.cityId,
          birth_date: person.birthDate,
          password: DEMO_PASSWORD,
          confirm_password: DEMO_PASSWORD,
          explicit_consent: true,
          communication_consent: true,
          image: person.hasAvatar
            ? toFile(await avatarPicture(person.nickname, person))
            : undefined,
        },
      }),
    );
    ids.set(person, item.id);
    if (person.biography === null && !person.showDetails) return;
    const body = { biography: person.biography ?? "", show_details: person.showDetails };
    await succeed(api.call(updateAccount, { token: await tokenOf(person), body }));
  }

  async function publish(owner: DemoPerson, survey: DemoSurvey): Promise<void> {
    const token = await tokenOf(owner);
    const { item: draft } = await succeed(
      api.call(createSurvey, {
        token,
        body: {
          question: survey.question,
          description: survey.description,
          image: toFile(await coverPicture(survey.cover)),
          category_id: categoryId(survey.category),
          option_theme_id: survey.layout === "horizontal" ? 1 : 2,
          type: survey.type ?? "SURVEY",
          result_visibility: survey.results,
          ...times(survey, clock.now()),
        },
      }),
    );
    const data = survey.options.map(async ([content, motif], i) => {
      const scheme = survey.schemes[i % survey.schemes.length] ?? "noon";
      const image = toFile(await optionPicture(motif, survey.backdrop, scheme));
      return { survey_id: draft.id, content, image };
    });
    await succeed(api.call(addOptions, { token, body: { data: await Promise.all(data) } }));
    if (survey.draft) return;
    const { item } = await succeed(
      api.call(setVisibility, {
        token,
        params: { id: draft.id },
        body: { visibility: survey.visibility ?? "public" },
      }),
    );
    published.set(survey, { id: item.id, optionIds: item.options.map(({ id }) => id) });
  }

  async function act(event: DemoEvent): Promise<unknown> {
    if (event.act === "join") return join(event.person);
    const token = event.person ? await tokenOf(event.person) : undefined;
    switch (event.act) {
      case "follow":
        return succeed(
          api.call(followPerson, { token, params: { userId: known(ids, event.followed) } }),
        );
      case "publish":
        return publish(event.person, event.survey);
      case "invite": {
        const params = { id: known(published, event.survey).id };
        const body = { nickname: event.invited.nickname };
        return succeed(api.call(invitePerson, { token, params, body }));
      }
      case "look": {
        const headers: Record<string, string> = event.person ? {} : { "user-agent": `${event.at}` };
        const params = { id: known(published, event.survey).id };
        return succeed(api.call(getSurvey, { token, params, headers }));
      }
      case "vote": {
        const { id, optionIds } = known(published, event.survey);
        const body = { survey_id: id, survey_option_id: optionIds[event.option] };
        return succeed(api.call(castVote, { token, body }));
      }
      case "catch-up": {
        const { items } = await succeed(api.call(listNotifications, { token }));
        const last = items[0];
        return (
          last && succeed(api.call(markNotificationsRead, { token, body: { last_id: last.id } }))
        );
      }
    }
  }

  return async (event) => {
    await act(event);
  };
}

/** A survey that is still to come says when; one with an end ends with a day in Turkey. */
function times({ daysAgo, lastsDays }: DemoSurvey, now: number) {
  const start = now - (daysAgo < 0 ? daysAgo - 1 : 0) * DAY;
  const end = lastsDays === undefined ? null : new Date(start + lastsDays * DAY);
  end?.setUTCHours(20, 59, 59, 0);
  if (end && end.getTime() < start + (lastsDays ?? 0) * DAY) end.setUTCDate(end.getUTCDate() + 1);
  return {
    start_time: daysAgo < 0 ? new Date(start).toISOString() : undefined,
    expire_time: end?.toISOString(),
  };
}

function categoryId(name: string): number {
  const category = CATEGORIES.find((one) => one.name === name);
  if (!category) throw new Error(`No category is called ${name}`);
  return category.id;
}

function known<Key, Value>(map: Map<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error("Something happened before its time");
  return value;
}

const toFile = (jpeg: Buffer) =>
  new File([new Uint8Array(jpeg)], "resim.jpg", { type: "image/jpeg" });
