import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { verifyEmail } from "#contract/endpoints/email.ts";
import { getSurvey } from "#contract/endpoints/surveys.ts";
import { castVote, getVoteStatus } from "#contract/endpoints/votes.ts";
import { linkSecret, mailApp } from "#server/testing/mail-app.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { succeed } from "#testing/api.ts";
import { type Person, signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";

const kanaat = await mailApp({ after });
type PublishedSurvey = Awaited<ReturnType<typeof publishSurvey>>;

const vote = (app: TestApp, { token }: Person, survey: PublishedSurvey) => {
  const body = { survey_id: survey.id, survey_option_id: survey.options[0]?.id };
  return app.call(castVote, { token, body });
};
async function verify(app: typeof kanaat, { email, token }: Person): Promise<void> {
  const secret = await linkSecret(app.mailServer, email, "/email/verify");
  await succeed(app.call(verifyEmail, { token, body: { token: secret } }));
}
const votersOf = async (app: TestApp, { id }: { id: number }) =>
  (await succeed(app.call(getSurvey, { params: { id } }))).item.voters;

describe("who may vote", () => {
  it("is by default anyone who has verified their address, immediately (R254)", async () => {
    const survey = await publishSurvey(kanaat, await signUp(kanaat));
    const voter = await signUp(kanaat);
    assert.equal(await votersOf(kanaat, survey), "verified");
    const { status, problem } = await vote(kanaat, voter, survey);
    assert.deepEqual([status, problem.code], [403, "email_unverified"]);
    const params = { id: survey.id };
    assert.equal((await kanaat.call(getVoteStatus, { ...voter, params })).body, false);
    await verify(kanaat, voter);
    assert.equal((await vote(kanaat, voter, survey)).status, 201);
    assert.equal((await vote(kanaat, voter, survey)).problem.code, "already_voted");
  });

  it("is anyone with an account where the owner says so (R254)", async () => {
    const survey = await publishSurvey(kanaat, await signUp(kanaat), { voters: "members" });
    assert.equal(await votersOf(kanaat, survey), "members");
    assert.equal((await vote(kanaat, await signUp(kanaat), survey)).status, 201);
  });

  it("is only the verified where the operator requires it, whatever an owner chose (R254)", async (t) => {
    const strict = await mailApp(t, { config: { verifiedVotersRequired: true } });
    const survey = await publishSurvey(strict, await signUp(strict), { voters: "members" });
    assert.equal(await votersOf(strict, survey), "verified");
    await strict.db.query.updateTable("surveys").set({ verified_voters: 0 }).execute();
    const voter = await signUp(strict);
    assert.equal((await vote(strict, voter, survey)).problem.code, "email_unverified");
    await verify(strict, voter);
    assert.equal((await vote(strict, voter, survey)).status, 201);
  });

  it("is anybody where no mail is sent (R254)", async (t) => {
    const own = await testApp(t);
    const survey = await publishSurvey(own, await signUp(own), { voters: "verified" });
    assert.equal(await votersOf(own, survey), "members");
    assert.equal((await vote(own, await signUp(own), survey)).status, 201);
  });
});
