import { encode } from "uqr";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { savedBy } from "#web/testing/files.ts";
import { survey } from "#web/testing/fixtures.ts";
import { show } from "#web/testing/screen.tsx";
import { QR_SETTINGS } from "#web/ui/qr-code.tsx";
import { ShareButton } from "./share-button.tsx";

const shared = survey({
  question: "Çay & kahve + süt?",
  preview_path: "/surveys/5/picture/link-abc.jpg",
});
const url = `${location.origin}/surveys/5`;
const opener = page.getByRole("button", { name: "Paylaş" });
const dialog = page.getByRole("dialog", { name: "Paylaş" });
const native = dialog.getByRole("button", { name: "Bir uygulamayla paylaş" });

async function open() {
  await show(<ShareButton survey={shared} />);
  await opener.click();
  await expect.element(dialog.getByLabelText("Bağlantı")).toBeVisible();
}

/** Replaces a browser API for one test. */
function replace(name: "share" | "clipboard", value: unknown): void {
  const had = Object.getOwnPropertyDescriptor(navigator, name);
  Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => {
    if (had) Object.defineProperty(navigator, name, had);
    else Reflect.deleteProperty(navigator, name);
  });
}

const saved = (button: string) =>
  savedBy(() => dialog.getByRole("button", { name: button }).click());

test("the apps get question and link, in a tab that knows nothing of ours (R286)", async () => {
  await open();
  const links = dialog.getByRole("list").getByRole("link").elements() as HTMLAnchorElement[];
  const parts = links.map((link) => {
    const { origin, pathname, searchParams } = new URL(link.href);
    return [link.textContent, origin + pathname, Object.fromEntries(searchParams)];
  });
  expect(parts).toEqual([
    ["WhatsApp", "https://wa.me/", { text: `Çay & kahve + süt?\n${url}` }],
    ["X", "https://x.com/intent/post", { text: "Çay & kahve + süt?", url }],
    ["Telegram", "https://t.me/share/url", { url, text: "Çay & kahve + süt?" }],
  ]);
  for (const { href } of links) {
    expect(href).toContain("%20%26%20kahve%20%2B%20s%C3%BCt");
    expect(href).not.toContain("+");
  }
  for (const { target, rel } of links)
    expect([target, rel]).toEqual(["_blank", "noopener noreferrer"]);
  await expect.element(native).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(opener).toHaveFocus();
});

test("the page of results is shared by its own address, in a frame by the survey's (R286)", async () => {
  await show(<ShareButton survey={shared} page="/results" />);
  await opener.click();
  await expect.element(dialog.getByLabelText("Bağlantı")).toHaveValue(`${url}/results`);
  const app = dialog.getByRole("link", { name: "Telegram" }).element() as HTMLAnchorElement;
  expect(new URL(app.href).searchParams.get("url")).toBe(`${url}/results`);
  const code = dialog.getByLabelText("Sitenize ekleyin").element() as HTMLTextAreaElement;
  expect(code.value).toContain(`src="${location.origin}/embed/surveys/5"`);
});

test("where the device can share, that stands first (R286)", async () => {
  const share = vi.fn(async () => undefined);
  replace("share", share);
  await open();
  const first = dialog.element().querySelector(":scope > div :is(button, a)");
  expect(first).toBe(native.element());
  await native.click();
  expect(share).toHaveBeenCalledWith({ title: "Çay & kahve + süt?", url });
});

test("a device that refuses to share has the link copied, or selected (R286)", async () => {
  const share = vi.fn(async () => undefined);
  const writeText = vi.fn(async () => undefined);
  replace("share", share);
  replace("clipboard", { writeText });
  await open();
  share.mockRejectedValue(new DOMException("", "AbortError"));
  await native.click();
  await expect.poll(() => share.mock.settledResults).toHaveLength(1);
  expect(writeText).not.toHaveBeenCalled();

  share.mockRejectedValue(new DOMException("", "NotAllowedError"));
  await native.click();
  await expect.element(page.getByText("Bağlantı Kopyalandı")).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(url);

  writeText.mockRejectedValue(new DOMException("", "NotAllowedError"));
  await native.click();
  await expect.element(page.getByText("Bağlantı Seçildi")).toBeVisible();
  const field = dialog.getByLabelText("Bağlantı").element() as HTMLInputElement;
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, url.length]);
});

test("the link is copied, or selected (R286)", async () => {
  const writeText = vi.fn(async () => undefined);
  replace("clipboard", { writeText });
  await open();
  const copy = dialog.getByRole("button", { name: "Kopyala" });
  await copy.click();
  await expect.element(page.getByText("Bağlantı Kopyalandı")).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(url);
  writeText.mockRejectedValue(new Error("denied"));
  await copy.click();
  await expect.element(page.getByText("Bağlantı Seçildi")).toBeVisible();
});

test("the code for other sites is copied, or selected (R299)", async () => {
  const writeText = vi.fn(async () => undefined);
  replace("clipboard", { writeText });
  await open();
  const area = dialog.getByLabelText("Sitenize ekleyin").element() as HTMLTextAreaElement;
  const frame = new DOMParser().parseFromString(area.value, "text/html").querySelector("iframe");
  expect(frame?.src).toBe(`${location.origin}/embed/surveys/5`);
  expect(frame?.title).toBe("Anket: Çay & kahve + süt?");
  const copy = dialog.getByRole("button", { name: "Kodu kopyala" });
  await copy.click();
  await expect.element(page.getByText("Kod Kopyalandı")).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(area.value);
  writeText.mockRejectedValue(new Error("denied"));
  await copy.click();
  await expect.element(page.getByText("Kod Seçildi")).toBeVisible();
  expect([area.selectionStart, area.selectionEnd]).toEqual([0, area.value.length]);
});

test("the QR code can be saved as SVG and PNG, and is the one that is shown (R286)", async () => {
  await open();
  const code = encode(url, QR_SETTINGS);
  const shown = dialog.getByRole("img", { name: "Anketin karekodu" }).element();
  const svg = await saved("Karekodu SVG olarak kaydet");
  expect(svg.name).toBe("kanaat-anket-5-karekod.svg");
  const read = new DOMParser().parseFromString(await svg.file.text(), "image/svg+xml");
  const paths = [...read.querySelectorAll("path")].map((path) => path.getAttribute("d"));
  expect(paths[1]).toBe(shown.querySelector("path")?.getAttribute("d"));

  const png = await saved("Karekodu PNG olarak kaydet");
  expect(png.name).toBe("kanaat-anket-5-karekod.png");
  const bitmap = await createImageBitmap(png.file);
  expect(bitmap.width).toBe(bitmap.height);
  const scale = bitmap.width / code.size;
  expect(scale * code.size).toBeGreaterThanOrEqual(1000);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.width);
  const context = canvas.getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  const modules = code.data.map((row, y) =>
    row.map((_, x) => {
      const { data } = context?.getImageData((x + 0.5) * scale, (y + 0.5) * scale, 1, 1) ?? {};
      return data?.[0] === 0;
    }),
  );
  expect(modules).toEqual(code.data);
});

test("the picture to post is that of the page that is shared (R286, R531)", async () => {
  await show(<ShareButton survey={shared} page="/results" />);
  await opener.click();
  await expect
    .element(dialog.getByRole("link", { name: "Görseli kaydet" }))
    .toHaveAttribute("href", "/surveys/5/picture/results-square-abc.png");
  await dialog.getByLabelText("Boyut").selectOptions("Hikâye (1080 × 1920)");
  await expect
    .element(dialog.getByRole("link", { name: "Görseli kaydet" }))
    .toHaveAttribute("href", "/surveys/5/picture/results-story-abc.png");
});

test("the square picture is shown and saved (R286)", async () => {
  await open();
  const path = "/surveys/5/picture/square-abc.jpg";
  const picture = dialog.getByRole("img", { name: /kare görsel/ }).element();
  expect(picture.getAttribute("src")).toBe(path);
  const link = dialog.getByRole("link", { name: "Görseli kaydet" }).element();
  expect([link.getAttribute("href"), link.getAttribute("download")]).toEqual([
    path,
    "kanaat-anket-5.jpg",
  ]);
});
