import { expect, onTestFinished, vi } from "vitest";
import type { Locator } from "vitest/browser";
import { userEvent } from "vitest/browser";

/** A small picture of one colour. */
export async function pngFile(color = "#d4442e", name = "a.png"): Promise<File> {
  const canvas = new OffscreenCanvas(160, 120);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("Nothing can be drawn here.");
  pen.fillStyle = color;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  return new File([await canvas.convertToBlob()], name, { type: "image/png" });
}

/** Files that are not accepted as pictures, one of them despite its type. */
export const NO_PICTURES = [
  new File(["GIF89a"], "film.gif", { type: "image/gif" }),
  new File(["%PDF-1.7"], "kagit.pdf", { type: "application/pdf" }),
  new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "yalan.png", { type: "image/png" }),
];

export const choose = (picker: Locator, file: File) => userEvent.upload(picker, file);

/** The file that a press makes the browser save, and its name. */
export async function savedBy(press: () => Promise<void>): Promise<{ file: Blob; name: string }> {
  const make = vi.spyOn(URL, "createObjectURL");
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await press();
  await expect.poll(() => click.mock.calls.length).toBe(1);
  const file = make.mock.calls.at(-1)?.[0] as Blob;
  vi.restoreAllMocks();
  return { file, name: names[0] ?? "" };
}
