import assert from "node:assert/strict";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import sharp from "sharp";
import { demoPeople, PEOPLE_COUNT } from "./people.ts";
import { avatarPath, coverPath, optionPath, PICTURES, pictureUpload } from "./pictures.ts";
import { demoSurveys } from "./surveys.ts";

const MAX_BYTES = 2_500_000;

const covers = demoSurveys.map(coverPath);
const options = demoSurveys.flatMap((survey) =>
  survey.options.map(([, picture]) => optionPath(survey, picture)),
);
const avatars = demoPeople(PEOPLE_COUNT, Date.now())
  .filter((person) => person.hasAvatar)
  .map(({ nickname }) => avatarPath(nickname));
const files = globSync("**/*.*", { cwd: PICTURES });

describe("the demo's pictures", () => {
  it("are one for each survey, option and person with an avatar, and no others", () => {
    assert.deepEqual(files.toSorted(), [...covers, ...options, ...avatars].toSorted());
  });

  it("are WebP, large enough for the screen and small enough for the repository", async () => {
    const sizes = async (paths: string[]) => {
      const all = paths.map(async (path) => {
        const { format, width, height } = await sharp(join(PICTURES, path)).metadata();
        return `${format} ${width} × ${height}`;
      });
      return [...new Set(await Promise.all(all))];
    };
    assert.deepEqual(await sizes(covers), ["webp 1280 × 800"]);
    assert.deepEqual(await sizes(options), ["webp 560 × 560"]);
    assert.deepEqual(await sizes(avatars), ["webp 256 × 256"]);
    const bytes = files.reduce((sum, file) => sum + statSync(join(PICTURES, file)).size, 0);
    assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
  });

  it("are uploaded as JPEG of the same size", async () => {
    const upload = await pictureUpload(covers[0] ?? "");
    const { format, width, height } = await sharp(await upload.arrayBuffer()).metadata();
    assert.deepEqual([format, width, height], ["jpeg", 1280, 800]);
  });
});
