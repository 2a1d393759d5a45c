import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, it } from "node:test";
import { sql } from "kysely";
import sharp from "sharp";
import { getAccount, updateAccount } from "#contract/endpoints/account.ts";
import { exportAccount } from "#contract/endpoints/account-export.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { getPerson } from "#contract/endpoints/people.ts";
import { getOwnReceipt } from "#contract/endpoints/receipts.ts";
import { getSurvey, setVisibility } from "#contract/endpoints/surveys.ts";
import { BIOGRAPHY_MAX, IMAGE_MAX_SIDE } from "#contract/limits.ts";
import { insertFollowers } from "#server/testing/followers.ts";
import { testApp } from "#server/testing/test-app.ts";
import { download, type Person, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import { draftSurvey, publishSurvey, voteFor } from "#testing/surveys.ts";

const kanaat = await testApp({ after });
const { clock } = kanaat;

const change = ({ token }: Person, body: unknown) => kanaat.call(updateAccount, { token, body });
const account = async ({ token }: Person) => (await kanaat.call(getAccount, { token })).body.item;
const served = async (path: string | null) => (await kanaat.app.inject(path ?? "")).statusCode;

describe("reading the caller's own account", () => {
  it("returns everything about its owner, whatever others see (R23, R148)", async () => {
    const person = await signUp(kanaat, { name: "Ali Can", gender: "man", city_id: 6 });
    const { status, body, headers } = await kanaat.call(getAccount, { token: person.token });
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.deepEqual(body.item, {
      id: person.id,
      name: "Ali Can",
      nickname: person.nickname,
      email: person.email,
      image: null,
      gender: "man",
      birth_date: "23.04.1990",
      city_id: 6,
      biography: null,
      show_details: false,
      follower_count: 0,
      following_count: 0,
      survey_count: 0,
      email_verified: false,
    });
  });

  it("counts all of the caller's surveys, drafts too", async () => {
    const person = await signUp(kanaat);
    await publishSurvey(kanaat, person, { visibility: "private" });
    await draftSurvey(kanaat, person);
    assert.equal((await account(person)).survey_count, 2);
  });
});

describe("changing the profile", () => {
  it("changes what is given and leaves the rest (R111)", async () => {
    const person = await signUp(kanaat);
    const before = await account(person);
    const changes = {
      name: "Ayşe Gül Işık",
      biography: "Çay içerim.\nKahve de.",
      gender: "other",
      city_id: 35,
      birth_date: "29.02.2000",
      show_details: true,
    };
    const { status, body } = await change(person, changes);
    assert.equal(status, 200);
    assert.deepEqual(body.item, { ...before, ...changes });
    assert.deepEqual((await change(person, {})).body.item, { ...before, ...changes });
    assert.deepEqual(await account(person), { ...before, ...changes });
  });

  it("takes the biography away when it is left empty", async () => {
    const person = await signUp(kanaat);
    await change(person, { biography: "Bir iki söz" });
    assert.equal((await change(person, { biography: "  " })).body.item.biography, null);
  });

  it("accepts a form too, and shows a new avatar everywhere immediately (R111)", async () => {
    const person = await signUp(kanaat);
    const survey = await publishSurvey(kanaat, person);
    const shown = async () => {
      const profile = await kanaat.call(getPerson, { params: { nickname: person.nickname } });
      const detail = await kanaat.call(getSurvey, { params: { id: survey.id } });
      return [profile.body.item.image, detail.body.item.user.image];
    };
    assert.deepEqual(await shown(), [null, null]);
    const form = { image: await picture(), show_details: "true", city_id: "1" };
    const first = (await change(person, form)).body.item;
    assert.equal(first.show_details, true);
    assert.equal(first.city_id, 1);
    assert.equal(await served(first.image), 200);
    assert.deepEqual(await shown(), [first.image, first.image]);

    const second = (await change(person, { image: await picture("#00f") })).body.item;
    assert.deepEqual(await shown(), [second.image, second.image]);
    assert.equal(await served(second.image), 200);
    assert.equal(await served(first.image), 404);
  });

  it("takes the avatar away, its files too, and leaves it otherwise (R111)", async () => {
    const person = await signUp(kanaat, { image: await picture() });
    const { image } = await account(person);
    assert.equal((await change(person, { name: "Ayşe Kaya" })).body.item.image, image);
    assert.equal(await served(image), 200);
    for (const _ of ["once", "again"]) {
      const { status, body } = await change(person, { image: null });
      assert.equal(status, 200);
      assert.equal(body.item.image, null);
    }
    assert.equal(await served(image), 404);
    assert.equal((await account(person)).image, null);
  });

  it("names each field that is wrong, and changes nothing", async () => {
    const person = await signUp(kanaat);
    const before = await account(person);
    const wrong: Record<string, unknown>[] = [
      { name: "" },
      { biography: "a".repeat(BIOGRAPHY_MAX + 1) },
      { biography: "a\u0000b" },
      { gender: "kadın" },
      { city_id: 82 },
      { birth_date: "31.02.2000" },
      { birth_date: "31.12.1899" },
      { birth_date: "01.01.2026" },
      { show_details: "belki" },
    ];
    for (const given of wrong) {
      const { status, problem } = await change(person, { name: "Yeni Ad", ...given });
      assert.equal(status, 422, JSON.stringify(given));
      assert.deepEqual(Object.keys(problem.fields ?? {}), Object.keys(given));
    }
    assert.deepEqual(await account(person), before);
  });

  it("takes a birth date of any age (R32)", async () => {
    const person = await signUp(kanaat);
    const changed = await change(person, { birth_date: "02.03.1911" });
    assert.equal(changed.body.item.birth_date, "02.03.1911");
  });

  it("refuses official names except those the operator allows, and keeps the old name (R229)", async (t) => {
    const person = await signUp(kanaat);
    for (const name of ["Kanaat Destek", "Ayşe Yılmaz ✓"]) {
      const { status, problem } = await change(person, { name });
      assert.deepEqual([status, Object.keys(problem.fields ?? {})], [422, ["name"]], name);
    }
    assert.equal((await account(person)).name, person.name);

    const earlier = "T.C. Ayşe Yılmaz";
    const row = kanaat.db.query.updateTable("users").where("id", "=", person.id);
    await row.set({ name: earlier }).execute();
    assert.equal((await change(person, { name: earlier, biography: "Çay" })).status, 200);
    assert.equal((await change(person, { name: "T.C. Ayşe" })).status, 422);

    const config = { officialNicknames: ["ankara_valiligi"] };
    const named = await testApp(t, { config });
    const holder = await signUp(named, { nickname: "ankara_valiligi" });
    const { status } = await named.call(updateAccount, {
      token: holder.token,
      body: { name: "Ankara Valiliği" },
    });
    assert.equal(status, 200);
  });

  it("ignores what nobody may change (R164)", async () => {
    const person = await signUp(kanaat);
    const before = await account(person);
    const { status, body } = await change(person, {
      id: 1,
      nickname: "admin",
      email: "baska@ornek.com",
      follower_count: 99,
      created_at: 0,
    });
    assert.equal(status, 200);
    assert.deepEqual(body.item, before);
    for (const image of ["/images/a.webp", { path: "/etc/passwd", bytes: 1 }]) {
      assert.equal((await change(person, { image })).status, 422);
    }
  });

  it("refuses an avatar that is no picture or too long: image_format, image_too_large", async () => {
    const person = await signUp(kanaat);
    const text = new File(["GIF89a"], "ben.jpg", { type: "image/jpeg" });
    const format = await change(person, { image: text });
    assert.equal(format.status, 422);
    assert.equal(format.problem.code, "image_format");
    assert.deepEqual(Object.keys(format.problem.fields ?? {}), ["image"]);
    const image = new File([await longPicture()], "ben.png", { type: "image/png" });
    assert.equal((await change(person, { image })).problem.code, "image_too_large");
    assert.equal((await account(person)).image, null);
  });
});

describe("downloading the account's data", () => {
  it("holds everything that is kept about a person (R113)", async () => {
    const [person, friend] = await Promise.all([signUp(kanaat), signUp(kanaat)]);
    const own = await publishSurvey(kanaat, person, {
      visibility: "private",
      instant_results: true,
      paid_by: "Belediye",
    });
    const draft = await draftSurvey(kanaat, person);
    const other = await publishSurvey(kanaat, friend, { question: "Deniz mi, dağ mı?" });
    await voteFor(kanaat, person, other, 1);
    const follow = (who: Person, whom: Person) =>
      kanaat.call(followPerson, { token: who.token, params: { userId: whom.id } });
    const invite = (owner: Person, id: number, { nickname }: Person) =>
      kanaat.call(invitePerson, { token: owner.token, params: { id }, body: { nickname } });
    await follow(person, friend);
    await follow(friend, person);
    const question = "Kim geliyor?";
    const secret = await publishSurvey(kanaat, friend, { question, visibility: "private" });
    await invite(friend, secret.id, person);
    await invite(person, own.id, friend);
    const hidden = await publishSurvey(kanaat, friend);
    await kanaat.call(setVisibility, {
      token: friend.token,
      params: { id: hidden.id },
      body: { visibility: "private" },
    });

    const { status, body, headers } = await download(kanaat, person);
    assert.equal(status, 200);
    assert.match(headers.get("content-disposition") ?? "", /^attachment;/);
    assert.equal(headers.get("cache-control"), "no-store");
    assert.deepEqual(body.account, { ...(await account(person)), created_at: clock.iso() });
    assert.equal(body.consents.explicit_consent_at, clock.iso());
    assert.equal(body.consents.communication_consent_at, clock.iso());
    const texts = await readFile("content/kvkk.md", "utf8");
    assert.equal(body.consents.version, /^\*Sürüm: (.+)\*$/m.exec(texts)?.[1]);
    assert.deepEqual(
      body.surveys.map(({ paid_by }) => paid_by),
      [undefined, "Belediye"],
    );
    assert.deepEqual(
      body.surveys.map(({ id, state, visibility }) => [id, state, visibility]),
      [
        [draft, "draft", null],
        [own.id, "active", "private"],
      ],
    );
    const receiptOfVote = await kanaat.call(getOwnReceipt, {
      token: person.token,
      params: { id: other.id },
    });
    const { receipt, signed: signed_receipt } = receiptOfVote.body.item;
    assert.deepEqual(body.votes, [
      {
        ...{ survey_id: other.id, question: "Deniz mi, dağ mı?", option: "Kahve" },
        ...{ receipt, signed_receipt },
      },
    ]);
    const { id, description, option_theme_id, result_visibility } = own;
    const [, kept] = body.surveys;
    assert.ok(kept?.invitation_code);
    assert.partialDeepStrictEqual(kept, {
      ...{ id, description, option_theme_id, result_visibility },
      created_at: clock.iso(),
      published_at: clock.iso(),
      options: [{ content: "Çay", vote_count: 0 }, { content: "Kahve" }],
      invited: [friend.nickname],
    });
    assert.equal(body.surveys[0]?.published_at, null);
    assert.deepEqual(body.identities, []);
    assert.deepEqual(body.sessions, [
      {
        ...{ browser: null, system: null, opened_at: clock.iso(), last_seen_at: clock.iso() },
        expires_at: person.expires_at,
      },
    ]);
    const follows = [{ nickname: friend.nickname, since: clock.iso() }];
    assert.deepEqual([body.followers, body.followings], [follows, follows]);
    assert.deepEqual(body.invitations, [
      { survey_id: secret.id, question, invited_at: clock.iso() },
    ]);
    assert.deepEqual(
      body.notifications.map(({ kind, nickname, survey_id, read_at }) => [
        kind,
        nickname,
        survey_id,
        read_at,
      ]),
      [
        ["data_downloaded", null, null, null],
        // The survey is hidden from them by now.
        ["published", friend.nickname, null, null],
        ["invitation", friend.nickname, secret.id, null],
        ["follower", friend.nickname, null, null],
      ],
    );
  });

  it("holds all the followers of somebody with many", async () => {
    const star = await signUp(kanaat);
    await insertFollowers(kanaat.db, star.id, 2001);
    await publishSurvey(kanaat, star);
    const given = sql`select follower_id from follows where followed_id = ${star.id}`;
    await sql`insert into notifications (user_id, kind, actor_id, created_at)
      select cast(${star.id} as bigint), 'follower', follower_id, 1 from (${given}) as given`.execute(
      kanaat.db.query,
    );
    const { body } = await download(kanaat, star);
    const told = body.notifications.filter(({ kind }) => kind === "follower");
    for (const people of [body.followers, told]) {
      assert.equal(people.length, 2001);
      assert.equal(new Set(people.map(({ nickname }) => nickname)).size, 2001);
    }
  });

  it("needs an account", async () => {
    assert.equal((await kanaat.call(exportAccount)).problem.code, "unauthenticated");
    const gone = await signUp(kanaat);
    await account(gone);
    await kanaat.db.query.deleteFrom("users").where("id", "=", gone.id).execute();
    const { problem } = await kanaat.call(exportAccount, { token: gone.token });
    assert.equal(problem.code, "invalid_token");
  });
});

async function longPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: IMAGE_MAX_SIDE + 1, height: 1, channels: 3, background: "red" } as const;
  return new Uint8Array(await sharp({ create }).png().toBuffer());
}
