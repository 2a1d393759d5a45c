import { useEffect, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keepEarlyInput } from "./early-input.ts";
import { EARLY_PRESS_SCRIPT, hasEarlyInput } from "./early-press.ts";

const pressed = vi.fn();
let root: Root | undefined;

afterEach(() => {
  window.early?.stop();
  delete window.early;
  root?.unmount();
  document.body.replaceChildren();
});

function Form({ onHydrated }: { onHydrated?: () => void }) {
  useEffect(() => onHydrated?.(), [onHydrated]);
  const [text, setText] = useState("");
  const [isOn, setOn] = useState(false);
  const [colour, setColour] = useState("red");
  const [file, setFile] = useState("");
  const [size, setSize] = useState("s");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        pressed("send", text);
      }}
    >
      <input aria-label="text" value={text} onChange={({ target }) => setText(target.value)} />
      <textarea aria-label="free" defaultValue="" />
      <input type="checkbox" aria-label="on" checked={isOn} onChange={() => setOn(!isOn)} />
      {["s", "m", "l"].map((value) => (
        <input
          key={value}
          type="radio"
          name="size"
          aria-label={value}
          value={value}
          checked={size === value}
          onChange={() => setSize(value)}
        />
      ))}
      <select aria-label="colour" value={colour} onChange={({ target }) => setColour(target.value)}>
        <option value="red">red</option>
        <option value="blue">blue</option>
      </select>
      <input
        type="file"
        aria-label="file"
        onChange={({ target }) => setFile(target.files?.[0]?.name ?? "")}
      />
      {/* These two have changed before React takes them over. */}
      <details suppressHydrationWarning>
        <summary>more</summary>
        <p>hidden text</p>
      </details>
      <output>{[text, isOn, size, colour, file].join()}</output>
      <button type="button" onClick={() => pressed("act")}>
        act
      </button>
      <button type="submit" disabled={!isOn} suppressHydrationWarning>
        send
      </button>
    </form>
  );
}

/** Shows the document as the server sends it, with its first script. */
function arrive(): HTMLElement {
  const container = document.createElement("main");
  container.innerHTML = renderToString(<Form />);
  const script = document.createElement("script");
  script.textContent = EARLY_PRESS_SCRIPT;
  document.body.append(script, container);
  pressed.mockClear();
  return container;
}

async function hydrate(
  container: HTMLElement,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const early = keepEarlyInput();
  await new Promise<void>((resolve) => {
    root = hydrateRoot(container, <Form onHydrated={resolve} />, {
      onRecoverableError: early.carryOver,
    });
  });
  await meanwhile();
  window.early?.stop();
  await early.settle();
}

/** React cannot match the page with an element that it did not render. */
function addForeignElements(): void {
  for (const field of document.querySelectorAll("main input, main textarea")) {
    field.after(document.createElement("span"));
  }
}

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name });

for (const isForeign of [false, true]) {
  const where = isForeign ? "in elements that React replaced" : "in elements that React took over";

  test(`what was typed, chosen and opened early stays and is known, ${where} (R370)`, async () => {
    const container = arrive();
    if (isForeign) addForeignElements();
    const old = field("text").element();
    await field("free").fill("two\nlines");
    await field("on").click();
    await field("l").click();
    await field("colour").selectOptions("blue");
    await field("file").upload(new File(["x"], "photo.png"));
    await page.getByText("more").click();
    await field("text").fill("typed");
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await hydrate(container);
    expect(old.isConnected).toBe(!isForeign);
    await expect.element(page.getByRole("status")).toHaveTextContent("typed,true,l,blue,photo.png");
    await expect.element(field("free")).toHaveValue("two\nlines");
    await expect.element(field("on")).toBeChecked();
    await expect.element(field("l")).toBeChecked();
    await expect.element(field("s")).not.toBeChecked();
    await expect.element(page.getByText("hidden text")).toBeVisible();
    await expect.element(field("text")).toHaveFocus();
    await userEvent.keyboard("|");
    await expect.element(field("text")).toHaveValue("typ|ed");
  });

  test(`the last early press is done once, ${where} (R371)`, async () => {
    const container = arrive();
    if (isForeign) addForeignElements();
    await field("text").fill("typed");
    await button("act").click();
    await expect.element(button("act")).toHaveAttribute("aria-busy", "true");
    await expect.element(button("send")).toBeDisabled();
    await field("on").click();
    await button("send").click();
    await button("send").click();
    await expect.element(button("act")).not.toHaveAttribute("aria-busy");
    await hydrate(container);
    expect(pressed.mock.calls).toEqual([["send", "typed"]]);
    await expect.element(button("send")).not.toHaveAttribute("aria-busy");
    await button("act").click();
    expect(pressed.mock.calls).toEqual([["send", "typed"], ["act"]]);
  });
}

test("a button that waits for more than was chosen early is disabled again (R371)", async () => {
  const container = arrive();
  await field("on").click();
  await expect.element(button("send")).toBeEnabled();
  await field("on").click();
  await hydrate(container);
  await expect.element(button("send")).toBeDisabled();
});

test("what is chosen while React takes the page over stays, and enables the button (R370, R371)", async () => {
  const container = arrive();
  await hydrate(container, async () => {
    await field("on").click();
    await field("l").click();
    await expect.element(page.getByRole("status")).toHaveTextContent(",true,l,red,");
  });
  await expect.element(page.getByRole("status")).toHaveTextContent(",true,l,red,");
  await expect.element(field("on")).toBeChecked();
  await expect.element(button("send")).toBeEnabled();
});

test("nothing is loaded for a page on which nothing was done (R370)", async () => {
  arrive();
  if (window.early) window.early.elements = document.querySelectorAll("body :not(script)").length;
  expect(hasEarlyInput()).toBe(false);
  const text = field("text").element() as HTMLInputElement;
  text.value = "filled in without an event";
  expect(hasEarlyInput()).toBe(true);
  text.value = "";
  addForeignElements();
  expect(hasEarlyInput()).toBe(true);
});

test("where the code cannot come an early press waits no longer, and says so (R375)", async () => {
  const container = arrive();
  const note = page.getByRole("alert");
  await button("act").click();
  window.early?.fail();
  await expect.element(button("act")).not.toHaveAttribute("aria-busy");
  await expect.element(note.getByText("düğmeler çalışmıyor", { exact: false })).toBeVisible();
  const link = note.getByRole("link", { name: "sayfayı yenileyin" });
  expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await field("on").click();
  await button("send").click();
  await expect.element(button("send")).not.toHaveAttribute("aria-busy");
  expect(note.elements()).toHaveLength(1);
  expect(pressed).not.toHaveBeenCalled();
  expect(container.isConnected).toBe(true);
});

test("where the code cannot come nothing is said before a press (R375)", async () => {
  arrive();
  window.early?.fail();
  expect(page.getByRole("alert").elements()).toHaveLength(0);
  await field("text").fill("typed");
  await userEvent.keyboard("{Enter}");
  await button("act").click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(button("act")).not.toHaveAttribute("data-pressed");
});

test("a document whose own script does not run says so at a press (R375)", async () => {
  arrive();
  document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
  await button("act").click();
  await expect.element(page.getByRole("alert")).toBeVisible();
});
