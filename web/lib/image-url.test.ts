import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { imageSources, imageUrl, smallImageUrl } from "./image-url.ts";

describe("the addresses of a picture", () => {
  it("are at its own address where it has one (R276)", () => {
    const base = `https://resim.kanaat.example/kanaat/images/ab/${"ab".repeat(16)}`;
    const path = `${base}/1280.webp`;
    assert.equal(imageUrl(path), path);
    assert.equal(smallImageUrl(path), `${base}/320.webp`);
    assert.equal(
      imageSources(path),
      [320, 640, 800, 1280].map((width) => `${base}/${width}.webp ${width}w`).join(", "),
    );
  });
});
