import { useQuery } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { callsOf } from "#web/testing/fake-api.ts";
import { survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { surveyQuery } from "./surveys.api.ts";

const READ = "GET /api/auth/surveys/{id}";

afterEach(() => void Reflect.deleteProperty(document, "prerendering"));

test("a survey is not requested, which counts as a view, before its page is shown (R57)", async () => {
  Object.defineProperty(document, "prerendering", { value: true, configurable: true });
  await show(<Question />, { [READ]: { item: survey({ question: "Çay mı?" }) } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(callsOf(READ)).toHaveLength(0);

  Reflect.deleteProperty(document, "prerendering");
  document.dispatchEvent(new Event("prerenderingchange"));
  await expect.element(page.getByText("Çay mı?")).toBeVisible();
  expect(callsOf(READ)).toHaveLength(1);
});

function Question() {
  const { data } = useQuery(surveyQuery("1"));
  return <p>{data?.item.question ?? "…"}</p>;
}
