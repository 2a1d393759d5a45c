import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#web/testing/screen.tsx";
import { Hero } from "./hero.tsx";

test("on the narrowest phones the slogan stays free of its switch (R127)", async () => {
  await page.viewport(320, 568);
  onTestFinished(() => page.viewport(1280, 800));
  await show(<Hero>{null}</Hero>);
  const toggle = page.getByRole("button", { name: "Sloganı durdur" }).element();
  const [longest] = document.querySelectorAll("h1 [aria-hidden] span span");
  expect(longest).toHaveTextContent("Güçlü İşlemli");
  expect(longest?.getBoundingClientRect().right).toBeLessThanOrEqual(
    toggle.getBoundingClientRect().left,
  );
});
