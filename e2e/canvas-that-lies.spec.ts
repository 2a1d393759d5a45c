import sharp from "sharp";
import { getSurvey, listOwnSurveys } from "#contract/endpoints/surveys.ts";
import { succeed } from "#testing/api.ts";
import { signUp } from "#testing/people.ts";
import { picture } from "#testing/pictures.ts";
import {
  fillMainSection,
  fillOptions,
  openMainSection,
  publishButton,
  published,
} from "./create-steps.ts";
import { expect, test } from "./fixtures.ts";

const BLUE = "#2458a8";
/** The first of the tiles' colours. */
const RED = "#a13830";

/** Run in the browser before the page: what browsers do that hide from being recognised. */
const lies = {
  "hands out stripes": () => {
    const stripes = (bytes: Uint8ClampedArray) => bytes.map((_, at) => ((at >> 7) % 2 ? 255 : 0));
    for (const { prototype } of [OffscreenCanvasRenderingContext2D, CanvasRenderingContext2D]) {
      const read = prototype.getImageData;
      prototype.getImageData = function (
        this: typeof prototype,
        ...place: Parameters<typeof read>
      ) {
        const data = read.apply(this, place);
        data.data.set(stripes(data.data));
        return data;
      } as typeof read;
    }
  },
  "encodes stripes": () => {
    const encode = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (options) {
      const copy = new OffscreenCanvas(this.width, this.height);
      const context = copy.getContext("2d");
      for (let y = 0; y < this.height; y += 4) context?.fillRect(0, y, this.width, 2);
      return encode.call(copy, options);
    };
  },
  "draws nothing": () => {
    OffscreenCanvas.prototype.getContext = () => null as never;
  },
  "is not there": () => {
    Reflect.deleteProperty(globalThis, "OffscreenCanvas");
  },
};

/** A stored picture: the colour high in its middle, and how light its lightest place is. */
async function seen(url: string) {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const { width, height } = await sharp(bytes).metadata();
  const [red = 0, green = 0, blue = 0] = await sharp(bytes)
    .extract({ left: width >> 1, top: height >> 3, width: 8, height: 8 })
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer();
  const { channels } = await sharp(bytes).greyscale().stats();
  return { color: { red, green, blue }, lightest: channels[0]?.max };
}

const near = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(color.slice(at, at + 2), 16),
  );
  const close = (value: number) => ({
    asymmetricMatch: (other: unknown) => Math.abs(Number(other) - value) < 10,
  });
  return { red: close(red), green: close(green), blue: close(blue) };
};

for (const [what, lie] of Object.entries(lies)) {
  test(`where the canvas ${what}, pictures are published as they are (R244)`, async ({
    page,
    api,
    login,
    baseURL,
  }) => {
    await page.addInitScript(lie);
    const owner = await signUp(api);
    await login(owner);
    await openMainSection(page);
    await fillMainSection(page, { visibility: "Herkese" });
    // Larger than what a browser would send otherwise.
    const photo = await picture(BLUE, "foto.png", [3000, 2000]);
    await page.getByLabel("Resim", { exact: true }).setInputFiles({
      name: photo.name,
      mimeType: photo.type,
      buffer: Buffer.from(await photo.arrayBuffer()),
    });
    await expect(page.getByRole("button", { name: "Resim: kaldır" })).toBeVisible();
    await page.getByRole("button", { name: "Devam Et" }).click();
    await expect(page.getByRole("heading", { name: "Tema" })).toBeFocused();
    await page.getByRole("button", { name: "Devam Et" }).click();
    await fillOptions(page, ["Çay", "Kahve"]);
    await publishButton(page).click();
    await expect(published(page)).toBeVisible();

    const { items } = await succeed(api.call(listOwnSurveys, { token: owner.token }));
    const params = { id: items[0]?.id ?? 0 };
    const { item } = await succeed(api.call(getSurvey, { token: owner.token, params }));
    const cover = await seen(`${baseURL}${item.image_path}`);
    expect(cover.color).toEqual(near(BLUE));
    const tile = await seen(`${baseURL}${item.options[0]?.image}`);
    expect(tile.color).toEqual(near(RED));
    expect(tile.lightest).toBeGreaterThan(240);
  });
}

test("a photograph that is too large is refused where the canvas cannot make it smaller (R244)", async ({
  page,
}) => {
  await page.addInitScript(lies["hands out stripes"]);
  await openMainSection(page);
  const noise = await sharp({
    create: {
      width: 2000,
      height: 2000,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 60 },
      background: BLUE,
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  expect(noise.length).toBeGreaterThan(10 * 1024 * 1024);
  await page
    .getByLabel("Resim", { exact: true })
    .setInputFiles({ name: "foto.png", mimeType: "image/png", buffer: noise });
  await expect(page.getByText("10 MB")).toBeVisible();
});
