import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show } from "#web/testing/screen.tsx";
import { MoreButton } from "./more-button.tsx";

/** A list of `pages` pages, of which the first is shown. */
function List({ pages }: { pages: number }) {
  const [shown, setShown] = useState(1);
  const list = {
    ...{ hasNextPage: shown < pages, fetchNextPage: () => setShown(shown + 1) },
    ...{ isFetchingNextPage: false, isFetchNextPageError: false, error: null },
  };
  return (
    <>
      <p>{shown}. sayfa</p>
      <MoreButton list={list} />
    </>
  );
}

const more = page.getByRole("button", { name: "Daha Fazla Göster" });
const end = page.getByText("Listenin sonu");

test("the focus stays where a list goes on, and at its end (R180)", async () => {
  await show(<List pages={3} />);
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(page.getByText("2. sayfa")).toBeVisible();
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(end).toHaveFocus();
});

test("a list of one page has no end to say (R180)", async () => {
  await show(<List pages={1} />);
  await expect.element(page.getByText("1. sayfa")).toBeVisible();
  expect([...more.elements(), ...end.elements()]).toEqual([]);
});
