import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { getSurvey, listOwnSurveys } from "#contract/endpoints/surveys.ts";
import { TILE_COLORS } from "#contract/tiles.ts";
import { createApi, succeed } from "#testing/api.ts";
import { registrationForm, signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";

/** What the journey needs of a browser. `run` takes the body of a function and answers its JSON. */
export interface Browser {
  open(url: string): Promise<void>;
  run(source: string): Promise<unknown>;
  close(): Promise<void>;
}

const PATIENCE_MS = 20_000;
const BLUE = "#2458a8";

/** Finds a control by what it is called, within the dialog that is open. */
const NAMED = `
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const nameOf = (element) => (element.getAttribute("aria-label") ??
    document.getElementById(element.getAttribute("aria-labelledby"))?.textContent ??
    element.labels?.[0]?.textContent ?? element.textContent).trim();
  const named = (kind, name) => [...root.querySelectorAll(kind)].find((element) =>
    !element.disabled && new RegExp("^" + name + "( ?\\\\*)?$").test(nameOf(element)));
  const enter = (element, value) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value");
    set.call(element, value);
    for (const type of ["input", "change"])
      element.dispatchEvent(new Event(type, { bubbles: true }));
  };`;

/** Asks with a photograph and tiles, and votes as somebody who registers for it. */
export async function askAndVote(browser: Browser, url: string): Promise<void> {
  /** Runs until it answers something. */
  async function until(what: string, source: string): Promise<void> {
    for (const start = Date.now(); Date.now() - start < PATIENCE_MS; await sleep(100)) {
      if (await browser.run(`${NAMED} ${source}`)) return;
    }
    throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${what}`);
  }
  const text = (value: string) => JSON.stringify(value);
  const press = (name: string, kind = "button, input") =>
    until(
      `pressing ${name}`,
      `const found = named(${text(kind)}, ${text(name)}); found?.click(); return Boolean(found);`,
    );
  const fill = (name: string, value: string) =>
    until(
      `filling ${name}`,
      `const found = named("input:not([type=file]), textarea", ${text(name)});
       if (found) enter(found, ${text(value)}); return Boolean(found);`,
    );
  const choose = (name: string, place: number) =>
    until(
      `choosing ${name}`,
      `const found = named("select", ${text(name)}); const option = found?.options[${place}];
       if (option) enter(found, option.value); return Boolean(option);`,
    );
  const see = (words: string) =>
    until(`seeing ${words}`, `return document.body.innerText.includes(${text(words)});`);
  const open = async (path: string) => {
    await browser.open(url + path);
    await until(
      "the page's code",
      "return document.documentElement.dataset.hydrated !== undefined;",
    );
  };

  const api = createApi(url, fetch);
  const owner = await signUp(api);
  await open("/login");
  await fill("E-posta", owner.email);
  await fill("Şifre", owner.password);
  await press("Giriş Yap", "main button[type=submit]");
  await until("signing in", `return location.pathname !== "/login";`);

  await open("/survey/create");
  await press("Devam Et");
  await fill("Başlık", "Sabah ne içersiniz?");
  const photo = await picture(BLUE, "foto.png", [3000, 2000]);
  const bytes = Buffer.from(await photo.arrayBuffer()).toString("base64");
  await until(
    "choosing a picture",
    `const found = named("input[type=file]", "Resim"); if (!found) return false;
     const bytes = Uint8Array.from(atob("${bytes}"), (letter) => letter.charCodeAt(0));
     const files = new DataTransfer();
     files.items.add(new File([bytes], "foto.png", { type: "image/png" }));
     found.files = files.files;
     found.dispatchEvent(new Event("change", { bubbles: true }));
     return true;`,
  );
  await choose("Kategori", 1);
  await press("Süresiz");
  await press("Herkese");
  await until("the picture", `return Boolean(named("button", "Resim: kaldır"));`);
  await press("Devam Et");
  await see("Dikey");
  await press("Devam Et");
  await fill("1. şık", "Çay");
  await fill("2. şık", "Kahve");
  await press("Hepsine renkli kart ekle");
  await press("Yayınla");
  await see("Yayınlandı");

  const { items } = await succeed(api.call(listOwnSurveys, { token: owner.token }));
  const params = { id: items[0]?.id ?? 0 };
  const { item } = await succeed(api.call(getSurvey, { token: owner.token, params }));
  await checkColor(url + item.image_path, BLUE);
  await checkColor(url + item.options[0]?.image, TILE_COLORS[0]);

  await browser.run("localStorage.clear(); sessionStorage.clear();");
  await open(`/surveys/${params.id}`);
  await press("Kahve", "input[type=radio]");
  await press("Oyla");
  const { email, password } = registrationForm();
  await fill("E-posta", email);
  await fill("Şifre", password);
  await fill("Şifre tekrarı", password);
  await press("Devam Et");
  await fill("Ad", "Işıl");
  await fill("Soyad", "Çağ");
  await see("Bu kullanıcı adı kullanılabilir.");
  await press("Devam Et");
  for (const name of ["Cinsiyet", "Şehir", "Gün", "Ay", "Yıl"]) await choose(name, 1);
  await until(
    "the consents",
    `const boxes = [...root.querySelectorAll("input[type=checkbox]")];
     for (const box of boxes) if (!box.checked) box.click(); return boxes.length >= 2;`,
  );
  await press("Üye Ol");
  await see("Oyunuz verildi.");
  await see("100");
  // Counts are about a second old.
  await sleep(2500);
  const after = await succeed(api.call(getSurvey, { params }));
  assert.equal(after.item.vote_count, 1);
}

/** High in the middle of a stored picture. */
async function checkColor(url: string, color: string): Promise<void> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  const place = { left: width >> 1, top: height >> 3, width: 1, height: 1 };
  const pixel = await sharp(bytes).extract(place).removeAlpha().raw().toBuffer();
  for (const [at, value] of Buffer.from(color.slice(1), "hex").entries())
    assert.ok(Math.abs(value - (pixel[at] ?? 0)) < 12, `${url} has another colour than ${color}`);
}
