import assert from "node:assert/strict";
import { after, it } from "node:test";
import { activePerson } from "#server/testing/active-person.ts";
import { testApp } from "#server/testing/test-app.ts";
import { download } from "#testing/people.ts";

const kanaat = await testApp({ after });

/** The keys of a JSON value, in their order, with the first element for a list. */
function keysOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${keysOf(value[0])}]`;
  if (typeof value !== "object" || value === null) return "";
  return `{${Object.entries(value).map(([name, part]) => name + keysOf(part))}}`;
}

it("keeps the keys of the download in their order (R113)", async () => {
  const { token } = await activePerson(kanaat);
  const { text } = await download(kanaat, { token });
  const parts = Object.entries(JSON.parse(text)).map(([name, part]) => name + keysOf(part));
  assert.deepEqual(parts, [
    "account{id,name,nickname,email,image,gender,birth_date,city_id,biography,show_details," +
      "follower_count,following_count,survey_count,email_verified,notices[{name,title,text}]," +
      "created_at}",
    "consents{version,explicit_consent_at,communication_consent_at}",
    "surveys[{id,type,question,image_path,view_count,vote_count,start_time,expire_time," +
      "category_id,user{id,name,nickname,image},state,visibility,result_visibility," +
      "description,option_theme_id,instant_results,voters,option_order,vote_change,allows_no_opinion,asked_by,paid_by,invitation_code,created_at,published_at," +
      "options[{content,image_path,vote_count,private_vote_count}],invited[]}]",
    "survey_edits[{survey_id,field,was,became,edited_at}]",
    "votes[{survey_id,question,option,while_private,receipt," +
      "signed_receipt{document{format,key_id,survey_id,receipt},signature," +
      "public_key{kty,crv,x,kid,use,alg}}}]",
    "tests[{survey_id,questions[{content,image_path,explanation,explanation_image_path," +
      "options[{content,right}]}],types[{option,content}]}]",
    "test_attempts[{survey_id,question,score,answers[[]]}]",
    "followers[{nickname,since}]",
    "followings[{nickname,since}]",
    "blocks[{nickname,kind,since}]",
    "invitations[{survey_id,question,invited_at}]",
    "notifications[{kind,nickname,created_at,read_at,survey_id}]",
    "reports[{kind,target_id,reason,text,reported_at,decided_at}]",
    "decisions[{id,act,reason,words,decided_at,until,undone_at,objection_until,objection," +
      "objection_answered_at,survey}]",
    "invitable_by",
    "muted_notifications[]",
    "awaited_ends[{survey_id,since}]",
    "push_subscriptions[{service,kinds[],at_any_time,created_at}]",
    "daily_acts[{kind,day,acts}]",
    "identities[{issuer,email,linked_at}]",
    "sessions[{browser,system,opened_at,last_seen_at,expires_at}]",
    "mail_links[{purpose,email,sent_at,expires_at,used_at}]",
    "known_places[{place,last_signed_in_at,keeps_proof}]",
    "registration_networks[{network,registered_at}]",
    "second_factors{totp_since,recovery_codes_left,passkeys[{name,created_at,used_at,synced}]}",
  ]);
});
