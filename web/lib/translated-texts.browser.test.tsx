import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "#web/testing/screen.tsx";
import { followTranslations } from "./translated-texts.ts";

followTranslations();

function Page() {
  const [isOn, setOn] = useState(true);
  return (
    <div>
      <button type="button" onClick={() => setOn(!isOn)}>
        Değiştir
      </button>
      {!isOn && <p>Yeni</p>}
      {isOn && <a href="#paylas">Paylaş</a>}
    </div>
  );
}

const link = page.getByRole("link", { name: "Paylaş" });
const swap = () => page.getByRole("button", { name: "Değiştir" }).click();

test("the page keeps working where an extension has removed an element (R240)", async () => {
  await show(<Page />);
  link.element().remove();
  await swap();
  await expect.element(page.getByText("Yeni")).toBeVisible();
  await swap();
  await expect.element(link).toBeVisible();
  await expect.element(page.getByText("Yeni")).not.toBeInTheDocument();
});

test("the page keeps working where an extension has wrapped an element (R240)", async () => {
  await show(<Page />);
  const element = link.element();
  const wrapper = document.createElement("span");
  element.replaceWith(wrapper);
  wrapper.append(element);
  await swap();
  await expect.element(page.getByText("Yeni")).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});
