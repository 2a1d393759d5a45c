import type { Page } from "@playwright/test";
import { updateAccount } from "#contract/endpoints/account.ts";
import { followPerson } from "#contract/endpoints/follows.ts";
import { invitePerson } from "#contract/endpoints/invitations.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { publishSurvey } from "#testing/surveys.ts";
import { expect, test } from "./fixtures.ts";
import { packed, SCRIPT_STRINGS } from "./script-strings.ts";

/** Errors in the console fail every journey; here also whatever ran, asked, or was kept from it. */
async function watch(page: Page): Promise<{ expectNothingRan(): Promise<void> }> {
  const seen: string[] = [];
  page.on("dialog", async (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.exposeFunction("tellViolation", (what: string) => void seen.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (violation) => {
      const { blockedURI, violatedDirective, sourceFile } = violation;
      // Our own form checks ask once whether they may be compiled, and take no for an answer.
      if (blockedURI === "eval" && sourceFile?.includes("/assets/")) return;
      const { tellViolation } = window as unknown as { tellViolation(what: string): void };
      tellViolation(`${violatedDirective} ${blockedURI} of ${sourceFile}`);
    });
  });
  return {
    async expectNothingRan() {
      if (await page.evaluate(() => "__ran" in window)) seen.push(`ran at ${page.url()}`);
      expect(seen).toEqual([]);
    },
  };
}

test("no script string of a survey runs, wherever surveys are shown (R168)", async ({
  page,
  api,
  login,
}) => {
  expect(SCRIPT_STRINGS.length).toBeGreaterThan(300);
  const [questions, contents] = [packed(200), packed(100)];
  const descriptions = packed(2000, "\n");
  const owner = await signUp(api, { name: "<script>window.__ran=1</script>" });
  const surveys = await Promise.all(
    descriptions.map((description, i) =>
      publishSurvey(api, owner, {
        question: questions[i] ?? "",
        description,
        options: contents.slice(i * 4, i * 4 + 4),
      }),
    ),
  );
  const { expectNothingRan } = await watch(page);
  await login(owner);
  for (const { id, question, description, options } of surveys) {
    await page.goto(`/surveys/${id}`);
    const main = page.getByRole("main");
    await expect(main).toContainText(question);
    for (const line of description.split("\n")) await expect(main).toContainText(line);
    for (const { content } of options) {
      await expect(page.getByRole("radio", { name: content, exact: true })).toBeAttached();
    }
    await expectNothingRan();
  }
  for (const path of ["/", "/surveys", "/discovery", "/account", `/profile/${owner.nickname}`]) {
    await page.goto(path);
    await expect(
      page.getByText(surveys[0]?.question ?? "", { exact: true }).first(),
    ).toBeAttached();
    await expectNothingRan();
  }
});

test("no script string of a person runs, wherever people are shown (R168)", async ({
  page,
  api,
  login,
}) => {
  const [me, ...others] = await Promise.all([
    signUp(api),
    ...packed(101)
      .slice(0, 12)
      .map((name) => signUp(api, { name })),
  ]);
  const biographies = packed(500, "\n");
  const { token } = me;
  await Promise.all(
    others.map(async (person, i) => {
      const body = { biography: biographies[i % biographies.length] };
      await succeed(api.call(updateAccount, { token: person.token, body }));
      const params = { userId: me.id };
      await succeed(api.call(followPerson, { token: person.token, params }));
      await succeed(api.call(followPerson, { token, params: { userId: person.id } }));
    }),
  );
  const [inviter] = others;
  if (!inviter) throw new Error("Nobody is there.");
  const secret = await publishSurvey(api, inviter, {
    question: packed(200)[0] ?? "",
    visibility: "private",
  });
  const invitation = { params: { id: secret.id }, body: { nickname: me.nickname } };
  await succeed(api.call(invitePerson, { token: inviter.token, ...invitation }));

  const { expectNothingRan } = await watch(page);
  await login(me);
  await page.goto("/notifications");
  for (const { name } of others) await expect(page.getByRole("main")).toContainText(name);
  await expectNothingRan();
  await page.goto("/invitations");
  await expect(page.getByRole("main")).toContainText(secret.question);
  await expectNothingRan();
  for (const { nickname, name } of others) {
    await page.goto(`/profile/${nickname}`);
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expectNothingRan();
  }
  await login(inviter);
  await page.goto("/account");
  await expect(page.getByRole("main")).toContainText(inviter.name);
  await page.getByRole("button", { name: "Profil Düzenle" }).click();
  await expectNothingRan();
});

test("no script string in an address runs (R168)", async ({ page }) => {
  const { expectNothingRan } = await watch(page);
  const ends = ["\u2028window.__ran=1//", "\u2029</script><script>window.__ran=1</script>"];
  const texts = packed(1500).concat(ends);
  const addresses: ((text: string) => string)[] = [
    (text) => `/login?next=${text}`,
    (text) => `/discovery?q=${text}&type=${text}&order=${text}`,
    (text) => `/surveys?category=${text}#${text}`,
    (text) => `/surveys/1?davet=${text}`,
    (text) => `/surveys/${text}`,
    (text) => `/profile/${text}`,
    (text) => `/${text}?${text}=${text}`,
  ];
  for (const address of addresses) {
    for (const text of texts) {
      await page.goto(address(encodeURIComponent(text)), { waitUntil: "load" });
      await expectNothingRan();
    }
  }
});
