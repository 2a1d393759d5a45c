import assert from "node:assert/strict";
import { test } from "node:test";
import * as limits from "./limits.ts";

test("the specified constants are the specified numbers (R156)", () => {
  assert.deepEqual(limits.OPTION_COUNT, { default: 2, min: 2, max: 20 });
  assert.equal(limits.PASSWORD_LENGTH.min, 6);
  assert.equal(limits.BIRTH_YEARS, 70);
  assert.equal(limits.TOAST_SHORT_MS, 3000);
  assert.equal(limits.TOAST_LONG_MS, 5000);
  assert.equal(limits.REGISTER_REDIRECT_MS, 3500);
  assert.equal(limits.HEADER_HIDE_SCROLL_PX, 96);
  assert.equal(limits.SLOGAN_ROTATION_MS, 3000);
  assert.equal(limits.RESULTS_REFRESH_AFTER_MOUNT_MS, 5000);
  assert.equal(limits.RESULTS_REFRESH_AFTER_VOTE_MS, 7000);
  assert.deepEqual(limits.CAROUSEL, {
    narrowUnderPx: 640,
    narrow: { cardWidthPx: 310, perSlide: 1 },
    wide: { cardWidthPx: 440, perSlide: 3 },
  });
  assert.deepEqual(limits.IMAGE_TYPES, ["image/jpeg", "image/png"]);
});

test("the decided limits are the decided numbers (R46, R156)", () => {
  assert.deepEqual(limits.QUESTION_LENGTH, { min: 3, max: 200 });
  assert.equal(limits.DESCRIPTION_MAX, 2000);
  assert.deepEqual(limits.OPTION_CONTENT_LENGTH, { min: 1, max: 100 });
  assert.equal(limits.DRAFT_LIFETIME_DAYS, 7);
  assert.equal(limits.IMAGE_MAX_BYTES, 10 * 1024 * 1024);
  assert.equal(limits.IMAGE_MAX_PIXELS, 40_000_000);
  assert.equal(limits.PASSWORD_LENGTH.max, 128);
  assert.deepEqual(limits.NICKNAME_LENGTH, { min: 3, max: 30 });
  assert.equal(limits.SESSION_HOURS, 24);
  assert.equal(limits.REMEMBERED_SESSION_DAYS, 30);
  assert.deepEqual(limits.PAGE_SIZE, { default: 24, max: 100 });
  assert.equal(limits.TIME_ZONE, "Europe/Istanbul");
});
