import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Notification } from "#contract/endpoints/notifications.ts";
import { author } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { NotificationItem } from "./notification-item.tsx";

const notification = (changes: Partial<Notification>): Notification => ({
  id: 1,
  kind: "published",
  user: null,
  survey: null,
  read: false,
  votes: null,
  created_at: new Date().toISOString(),
  ...changes,
});

/** The x-coordinate at which a part of the sentence begins. */
function leftOf(text: string): number {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.textContent?.indexOf(text) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + text.length);
    return range.getBoundingClientRect().left;
  }
  throw new Error(`no ${text}`);
}

const showItem = (changes: Partial<Notification>) =>
  show(
    <NotificationItem
      notification={notification(changes)}
      isNew={false}
      onLeave={() => undefined}
    />,
  );

test("a name from right to left stays before what it did, in its own order (R242)", async () => {
  await page.viewport(900, 600);
  await showItem({ user: author({ name: "דוד 12" }), survey: { id: 2, question: "3 أسئلة؟ 45" } });
  const name = page.getByText("דוד 12", { exact: true });
  await expect.element(name).toHaveStyle({ direction: "rtl" });
  expect(leftOf("12")).toBeLessThan(leftOf("דוד"));
  expect(leftOf("דוד")).toBeLessThan(leftOf("yeni bir anket"));
  expect(leftOf("yeni bir anket")).toBeLessThan(leftOf("45"));
  // The question itself begins at the right.
  expect(leftOf("45")).toBeLessThan(leftOf("3 "));
});

test("a sentence that ends with a question from right to left keeps its number of votes (R242)", async () => {
  await page.viewport(900, 600);
  await showItem({ kind: "milestone", votes: 50, survey: { id: 2, question: "100 שאלות?" } });
  expect(leftOf("Anketiniz")).toBeLessThan(leftOf("50 oya"));
  expect(leftOf("50 oya")).toBeLessThan(leftOf("שאלות"));
  expect(leftOf("שאלות")).toBeLessThan(leftOf("100"));
});

test("a login from a new browser leads to the open sessions (R248)", async () => {
  await showItem({ kind: "new_browser" });
  const link = page.getByRole("link", { name: /yeni bir tarayıcıdan giriş yapıldı/ });
  await expect.element(link).toHaveAttribute("href", "/account#oturumlar");
});

test("a new leader is named where it is known (R196)", async () => {
  const survey = { id: 2, question: "Çay mı, kahve mi?" };
  await showItem({ kind: "leader", survey, leader: "Kahve" });
  await expect
    .element(page.getByRole("link"))
    .toHaveTextContent("Oy verdiğiniz ankette Kahve öne geçti: Çay mı, kahve mi?şimdi");
});
