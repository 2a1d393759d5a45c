import pLimit from "p-limit";
import { DAY_MS } from "#contract/durations.ts";
import { register, updateAccount } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { listNotifications, markNotificationsRead } from "#contract/endpoints/notifications.ts";
import { addOptions, createSurvey, getSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { castVote } from "#contract/endpoints/votes.ts";
import { CATEGORIES } from "#server/features/lookups/categories.ts";
import { type Api, succeed } from "#testing/api.ts";
import { DEMO_PASSWORD, type DemoPerson } from "./people.ts";
import { avatarPath, coverPath, optionPath, pictureUpload } from "./pictures.ts";
import type { DemoSurvey } from "./surveys.ts";
import type { DemoEvent } from "./timeline.ts";

/** A different network for each moment. */
function networkAt(time: number): string {
  const [high, middle, low] = [2 ** 32, 2 ** 16, 1].map((unit) =>
    (Math.floor(time / unit) % 2 ** 16).toString(16),
  );
  return `2001:${high}:${middle}:${low}::1`;
}

/**
 * `run` carries out an event through the API. Hashing passwords and processing pictures uses other
 * processor cores, so `run` only starts registrations and drafts; later events wait for those that
 * they need, and `finish` for all. `signIn` returns a token that outlasts the timeline.
 */
export function createEventRunner(api: Api, signIn: (userId: number) => Promise<string>) {
  // One of each at a time, so that ids are always the same, while the next pictures are read.
  const [avatars, registrations] = [pLimit(1), pLimit(1)];
  const [pictures, creations, additions] = [pLimit(1), pLimit(1), pLimit(1)];
  const users = new Map<DemoPerson, Promise<{ id: number; token: string }>>();
  const drafts = new Map<DemoSurvey, Promise<number>>();
  const published = new Map<DemoSurvey, { id: number; optionIds: number[] }>();

  async function registerPerson(person: DemoPerson): Promise<{ id: number; token: string }> {
    const { name, email, nickname, gender, hasAvatar, showDetails } = person;
    const image = await avatars(() =>
      hasAvatar ? pictureUpload(avatarPath(nickname)) : undefined,
    );
    return registrations(async () => {
      const body = {
        name,
        email,
        nickname,
        gender,
        city_id: person.cityId,
        birth_date: person.birthDate,
        password: DEMO_PASSWORD,
        confirm_password: DEMO_PASSWORD,
        explicit_consent: true,
        communication_consent: true,
        image,
      };
      const { item } = await succeed(api.call(register, { body }));
      const token = await signIn(item.id);
      if (person.biography !== null || showDetails) {
        const body = { biography: person.biography ?? "", show_details: showDetails };
        await succeed(api.call(updateAccount, { token, body }));
      }
      return { id: item.id, token };
    });
  }

  async function createDraft(
    token: string,
    { survey, publishedAt }: { survey: DemoSurvey; publishedAt: number },
  ): Promise<number> {
    const paths = survey.options.map(([, picture]) => optionPath(survey, picture));
    const [image, ...images] = await pictures(() =>
      Promise.all([coverPath(survey), ...paths].map(pictureUpload)),
    );
    const body = {
      question: survey.question,
      description: survey.description,
      image,
      category_id: categoryId(survey.category),
      option_theme_id: survey.layout === "horizontal" ? 1 : 2,
      type: survey.type ?? "SURVEY",
      result_visibility: survey.results,
      ...startAndEnd(survey, publishedAt),
    };
    const { item } = await creations(() => succeed(api.call(createSurvey, { token, body })));
    const data = survey.options.map(([content], i) => ({
      survey_id: item.id,
      content,
      image: images[i],
    }));
    await additions(() => succeed(api.call(addOptions, { token, body: { data } })));
    return item.id;
  }

  async function publish(token: string, survey: DemoSurvey): Promise<void> {
    const id = await known(drafts, survey);
    const body = { visibility: survey.visibility ?? "public" };
    const { item } = await succeed(api.call(setVisibility, { token, params: { id }, body }));
    published.set(survey, { id, optionIds: item.options.map((option) => option.id) });
  }

  async function readNotifications(token: string): Promise<void> {
    const { items } = await succeed(api.call(listNotifications, { token }));
    const body = { last_id: items[0]?.id };
    if (items[0]) await succeed(api.call(markNotificationsRead, { token, body }));
  }

  async function run(event: DemoEvent): Promise<unknown> {
    if (event.kind === "register") {
      users.set(event.person, registerPerson(event.person));
      return;
    }
    const token = event.person ? (await known(users, event.person)).token : "";
    switch (event.kind) {
      case "follow": {
        const params = { userId: (await known(users, event.followed)).id };
        return succeed(api.call(followPerson, { token, params }));
      }
      case "draft":
        drafts.set(event.survey, createDraft(token, event));
        return;
      case "publish":
        return publish(token, event.survey);
      case "invite": {
        const params = { id: known(published, event.survey).id };
        const body = { nickname: event.invited.nickname };
        return succeed(api.call(invitePerson, { token, params, body }));
      }
      case "view": {
        const params = { id: known(published, event.survey).id };
        // Visitors are distinguished by their networks.
        const as = token ? { token } : { headers: { "x-forwarded-for": networkAt(event.at) } };
        return succeed(api.call(getSurvey, { params, ...as }));
      }
      case "vote": {
        const { id, optionIds } = known(published, event.survey);
        const body = { survey_id: id, survey_option_id: optionIds[event.option] };
        return succeed(api.call(castVote, { token, body }));
      }
      case "read-notifications":
        return readNotifications(token);
    }
  }

  const finish = () => Promise.all([...users.values(), ...drafts.values()]);
  return { run, finish };
}

/** A future survey has a start time; one with an end ends at the end of a day in Turkey. */
function startAndEnd({ daysAgo, lastsDays }: DemoSurvey, publishedAt: number) {
  const start = publishedAt - (daysAgo < 0 ? daysAgo - 1 : 0) * DAY_MS;
  const end = lastsDays === undefined ? null : new Date(start + lastsDays * DAY_MS);
  end?.setUTCHours(20, 59, 59, 0);
  if (end && end.getTime() < start + (lastsDays ?? 0) * DAY_MS)
    end.setUTCDate(end.getUTCDate() + 1);
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
  if (value === undefined) throw new Error("An event came before one that it needs");
  return value;
}
