import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#web/testing/screen.tsx";
import { RadioCards } from "./radio-cards.tsx";

test("on a phone a long word makes its card wider, and stays within it", async () => {
  await page.viewport(360, 740);
  onTestFinished(() => page.viewport(1280, 800));
  const choices = [
    { value: "verified", label: "Doğrulanmış üyeler" },
    { value: "members", label: "Bütün üyeler" },
  ];
  await show(
    <div style={{ width: "18.375rem" }}>
      <RadioCards
        legend="Oy"
        layout="compactOnPhones"
        choices={choices}
        value={null}
        onChange={() => undefined}
      />
    </div>,
  );
  await expect.element(page.getByRole("radio", { name: "Doğrulanmış üyeler" })).toBeVisible();
  const cards = [...document.querySelectorAll("label")];
  expect(cards).toHaveLength(2);
  expect(cards.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
  const [first, second] = cards.map((card) => card.getBoundingClientRect());
  expect(second?.top).toBe(first?.top);
});
