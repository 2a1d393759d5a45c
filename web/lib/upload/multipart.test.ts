import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toFormData } from "./multipart.ts";

describe("a body with files", () => {
  it("names nested fields as the API reads them, and omits what is missing (R48)", () => {
    const image = new Blob(["x"], { type: "image/png" });
    const form = toFormData({
      data: [
        { survey_id: 7, content: "Kedi", image },
        { survey_id: 7, content: undefined, image: null },
      ],
      remember: false,
    });
    assert.deepEqual(
      [...form.keys()],
      [
        "data[0][survey_id]",
        "data[0][content]",
        "data[0][image]",
        "data[1][survey_id]",
        "remember",
      ],
    );
    assert.equal(form.get("data[0][content]"), "Kedi");
    assert.equal(form.get("remember"), "false");
  });
});
