import { signUp } from "#testing/people.ts";
import { publishSurvey, voteFor } from "#testing/surveys.ts";
import { fillWizard, publishButton, published } from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";
import { option, outcome, showResults, voteButton } from "./vote-steps.ts";

/** Runs in the browser: takes away what the oldest browsers that README names lack. */
function becomeOld(): void {
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  const iteration = "map filter take drop flatMap reduce toArray forEach some every find";
  const sets =
    "union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom";
  const newer: [object, string][] = [
    [Promise, "withResolvers try"],
    [URL, "canParse parse"],
    [Object, "groupBy"],
    [Map, "groupBy"],
    [Map.prototype, "getOrInsert getOrInsertComputed"],
    [Array, "fromAsync"],
    [RegExp, "escape"],
    [AbortSignal, "any"],
    [iterators, iteration],
    [Set.prototype, sets],
    [ArrayBuffer.prototype, "transfer transferToFixedLength"],
    [Uint8Array.prototype, "toHex toBase64"],
    [URLSearchParams.prototype, "size"],
    [ReadableStream.prototype, "values"],
    [Response.prototype, "bytes"],
    [Blob.prototype, "bytes"],
    [Element.prototype, "checkVisibility moveBefore setHTML getHTML"],
    [HTMLElement.prototype, "showPopover hidePopover togglePopover"],
    [HTMLDialogElement.prototype, "requestClose closedBy"],
    [Document.prototype, "startViewTransition"],
    [window, "Iterator scheduler navigation CloseWatcher requestIdleCallback Temporal"],
  ];
  for (const [holder, names] of newer) {
    for (const name of names.split(" ")) Reflect.deleteProperty(holder, name);
  }
}

test("the oldest supported browsers can sign in, publish and vote (R241)", async ({
  page,
  api,
}) => {
  await page.addInitScript(becomeOld);
  const { email, password } = await signUp(api);
  await page.goto("/login?next=%2Fsurvey%2Fcreate");
  const form = page.getByRole("main");
  await form.getByLabel("E-posta").fill(email);
  await form.getByLabel("Şifre", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Giriş Yap", exact: true }).click();
  await expect(page).toHaveURL("/survey/create");
  await fillWizard(page, { visibility: "Herkese" });
  await publishButton(page).click();
  await expect(published(page)).toBeVisible();

  const other = await signUp(api);
  const question = "Bu soru aramada bulunmasın mı?";
  await publishSurvey(api, other, { question });
  await page.goto("/surveys");
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await page.getByRole("searchbox").first().fill("hiçbiri");
  await page.getByRole("searchbox").first().press("Enter");
  await expect(page.getByRole("heading", { name: question })).toHaveCount(0);

  const survey = await publishSurvey(api, other, { options: ["Çay", "Kahve"] });
  await page.goto(`/surveys/${survey.id}#sonuclar`);
  await option(page, "Kahve").check();
  await voteButton(page).click();
  await expect(outcome(page)).toBeVisible();
  const results = await showResults(page);
  await expect(results).toContainText("%100");
  await voteFor(api, other, survey, 0);
  await expect(results).toContainText(/Toplam\s*2\s*oy/);
  await expect(page.getByText("Tarayıcınız eski")).toBeHidden();
});

test("an older browser shows a notice and what there is to read (R241)", async ({ page, api }) => {
  await page.addInitScript(() => Reflect.deleteProperty(CSS, "registerProperty"));
  const survey = await publishSurvey(api, await signUp(api), { question: "Eskiler de okur mu?" });
  await page.goto(`/surveys/${survey.id}`);
  await expect(page.getByText("Tarayıcınız eski")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Eskiler de okur mu?" })).toBeVisible();
  await page.getByRole("link", { name: "Keşfet" }).first().click();
  await expect(page.getByText("Tarayıcınız eski")).toBeVisible();
});
