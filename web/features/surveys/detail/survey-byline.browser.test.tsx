import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { DAY_MS } from "#contract/durations.ts";
import { survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { SurveyHeader } from "./survey-header.tsx";

test("the narrowest phones have room for the votes (R187)", async () => {
  await page.viewport(320, 568);
  onTestFinished(() => page.viewport(1280, 800));
  const expire_time = new Date(Date.now() + 20 * DAY_MS).toISOString();
  await show(
    <div className="wide">
      <SurveyHeader survey={survey({ vote_count: 1234, view_count: 5678, expire_time })} />
    </div>,
  );
  const votes = page.getByText("1.234 oy").element();
  const line = votes.closest("p")?.getBoundingClientRect();
  expect(votes.getBoundingClientRect().bottom).toBeLessThanOrEqual(line?.bottom ?? 0);
  expect(votes.getBoundingClientRect().right).toBeLessThanOrEqual(line?.right ?? 0);
});

test("who asked for a survey and who paid for it stands beneath its question (R456)", async () => {
  await show(<SurveyHeader survey={survey({ paid_by: "Belediye" })} />);
  await expect.element(page.getByText("Bedelini ödeyen: Belediye")).toBeVisible();
  await expect.element(page.getByText("Anketi isteyen")).not.toBeInTheDocument();
  await show(<SurveyHeader survey={survey({ asked_by: "Dernek" })} />);
  await expect.element(page.getByText("Anketi isteyen: Dernek")).toBeVisible();
});
