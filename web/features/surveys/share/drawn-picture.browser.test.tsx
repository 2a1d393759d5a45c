import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { takeErrors } from "#web/testing/console-errors.ts";
import { show } from "#web/testing/screen.tsx";
import { DrawnPicture } from "./drawn-picture.tsx";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const waiting = page.getByRole("status").filter({ hasText: "Görsel hazırlanıyor" });

test("a skeleton in its shape stands where a picture is being drawn (R537)", async () => {
  // Without an address nothing is loaded.
  const { container } = await show(<DrawnPicture path="" shape="square" alt="Kare görsel" />);
  await expect.element(waiting).toBeInTheDocument();
  const { width, height } = container.querySelector("img")?.getBoundingClientRect() ?? {};
  expect(width).toBeGreaterThan(200);
  expect(Math.round(width ?? 0)).toBe(Math.round(height ?? 0));
  expect(takeErrors()).toEqual([expect.stringContaining("An empty string")]);
});

test("the picture takes the skeleton's place once it is there (R537)", async () => {
  await show(<DrawnPicture path={PIXEL} shape="square" alt="Kare görsel" />);
  await expect.element(page.getByRole("img", { name: "Kare görsel" })).toBeVisible();
  await expect.element(waiting).not.toBeInTheDocument();
});

test("a picture that cannot be loaded says so (R537)", async () => {
  await show(<DrawnPicture path="data:image/png;base64,AA" shape="story" alt="Dikey görsel" />);
  await expect.element(page.getByText("Görsel şu an yüklenemedi.")).toBeVisible();
});
