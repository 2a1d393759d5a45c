import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#web/testing/screen.tsx";
import { RichText } from "./rich-text.tsx";
import type { Condition, TextNode } from "./text-node.ts";

const installation = document.documentElement.dataset;
afterEach(() => {
  delete installation.mail;
  delete installation.providers;
  delete installation.daysKept;
});

const only = (condition: Condition, expected: boolean): TextNode => ({
  condition,
  expected,
  children: [{ tag: "p", children: [`${condition} ${expected}`] }],
});
const text = [
  only("mail", true),
  only("mail", false),
  only("providers", true),
  only("providers", false),
];

test("shows what is so without mail and providers (R349)", async () => {
  await show(<RichText text={text} />);
  await expect.element(page.getByRole("article")).toHaveTextContent("mail falseproviders false");
});

test("shows what is so with mail and providers (R349)", async () => {
  installation.mail = "";
  installation.providers = JSON.stringify([{ id: "google", label: "Google" }]);
  await show(<RichText text={text} />);
  await expect.element(page.getByRole("article")).toHaveTextContent("mail trueproviders true");
});

test("shows for how many days logs are kept, and what is so where one is not (R365)", async () => {
  installation.daysKept = JSON.stringify({ deletion_log: 30, security_log: 0 });
  const days: TextNode = { tag: "p", children: [{ daysOf: "deletion_log" }, " gün"] };
  const shown: TextNode[] = [
    { condition: "deletion_log", expected: true, children: [days] },
    only("deletion_log", false),
    only("security_log", true),
    only("security_log", false),
  ];
  await show(<RichText text={shown} />);
  await expect.element(page.getByRole("article")).toHaveTextContent("30 günsecurity_log false");
});
