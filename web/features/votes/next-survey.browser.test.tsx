import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { callsOf, type FakeApi, NO_CONNECTION } from "#web/testing/fake-api.ts";
import { results, signIn, survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { NextSurvey } from "./next-survey.tsx";
import { useVoteStatus } from "./votes.api.ts";

const NEXT = "GET /api/auth/surveys/{id}/next";
const AWAITED = "GET /api/auth/surveys/{id}/awaited-end";
const STATUS = "GET /api/auth/surveys/{id}/responses/status";
const [second, third] = [
  survey({ id: 6, question: "İkinci soru?" }),
  survey({ id: 7, question: "Üçüncü soru?" }),
];
const heading = (name: string) => page.getByRole("heading", { name });
const skip = page.getByRole("button", { name: "Bunu Geç" });

const showNext = (api: FakeApi) =>
  show(<NextSurvey after={survey({ id: 5 })} />, {
    [STATUS]: ({ path }) => path.includes("/5/"),
    ...api,
  });

/** Shows the vote's status at the same moment as the part beside it sees it. */
function Known() {
  return <p>{useVoteStatus(5)}</p>;
}

for (const who of ["a visitor", "somebody who has not voted"]) {
  test(`${who} is offered no next survey, but to be notified of the end (R543)`, async () => {
    if (who !== "a visitor") signIn();
    const api = { [STATUS]: () => false, [NEXT]: { item: second }, [AWAITED]: { item: false } };
    await show([<Known key="known" />, <NextSurvey key="next" after={survey({ id: 5 })} />], api);
    await expect.element(page.getByRole("main")).toHaveTextContent("openBitince haber ver");
    expect(callsOf(NEXT)).toEqual([]);
    expect(callsOf(STATUS)).toHaveLength(who === "a visitor" ? 0 : 1);
  });
}

test("after a vote the next survey is offered, and after its vote another (R190, R303)", async () => {
  signIn();
  const voted = new Set([5]);
  await showNext({
    [STATUS]: ({ path }) => [...voted].some((id) => path.includes(`/${id}/`)),
    [NEXT]: ({ path }) => ({ item: path.includes("/5/") ? second : third }),
    "GET /api/auth/surveys/{id}/responses/result": { items: results(1, 2) },
    "POST /api/auth/surveys/responses": ({ body }) => {
      voted.add(Number(body?.survey_id));
      return { item: { survey_id: 6, survey_option_id: 2 } };
    },
  });
  await page.getByRole("radio", { name: "Kahve" }).click();
  await page.getByRole("button", { name: "Oyla" }).click();
  await expect
    .element(page.getByRole("status").filter({ hasText: "Oyunuz" }))
    .toHaveTextContent("Oyunuz verildi. Sizinle birlikte 2 kişi “Kahve” dedi. Payı %67.");
  await expect.element(heading("İkinci soru?")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Kim ne dedi?" }))
    .toHaveAttribute("href", "/surveys/5/results");
  await expect.element(heading("Üçüncü soru?")).toBeVisible();
  expect(skip.elements()).toHaveLength(1);
});

test("once a survey has ended everybody is offered the next one, visitors too (R484)", async () => {
  const ended = survey({ id: 5, state: "ended" });
  await show(<NextSurvey after={ended} />, { [NEXT]: { item: second } });
  await expect.element(heading("İkinci soru?")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Kim ne dedi?" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Oy makbuzum" })).not.toBeInTheDocument();
});

test("what is passed over is not offered again, unless the person asks for it (R190)", async () => {
  signIn();
  await showNext({
    [NEXT]: ({ query }) => ({
      item: { "": second, "6": third }[String(query.skip ?? "")] ?? null,
    }),
  });
  await skip.click();
  await expect.element(heading("Üçüncü soru?")).toBeVisible();
  await expect.element(heading("İkinci soru?")).not.toBeInTheDocument();
  await skip.click();
  await expect.element(page.getByText("Şimdilik hepsi bu")).toBeVisible();
  expect(callsOf(NEXT).at(-1)?.query.skip).toBe("6,7");
  await expect.element(heading("Sıradaki anket")).toHaveFocus();
  await page.getByRole("button", { name: "Geçtiklerimi Göster" }).click();
  await expect.element(heading("İkinci soru?")).toBeVisible();
});

test("what cannot be read says so, and can be asked for again", async () => {
  signIn();
  let isDown = true;
  await showNext({ [NEXT]: () => (isDown ? NO_CONNECTION : { item: null }) });
  await expect.element(page.getByText("Bağlantı Hatası")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: "Tekrar Dene" }).click();
  await expect
    .element(page.getByText("Oy verebileceğiniz bütün anketlere oy verdiniz."))
    .toBeVisible();
});
