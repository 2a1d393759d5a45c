import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "#contract/durations.ts";
import {
  DESCRIPTION_MAX,
  OPTION_CONTENT_LENGTH,
  OPTION_COUNT,
  QUESTION_LENGTH,
} from "#contract/limits.ts";
import { CATEGORIES } from "#server/features/lookups/categories.ts";
import { demoPeople } from "./people.ts";
import { demoSurveys } from "./surveys.ts";
import { demoTimeline } from "./timeline.ts";

describe("the demo set", () => {
  it("holds only what the product accepts", () => {
    const names = new Set(CATEGORIES.map(({ name }) => name));
    for (const { question, description, category, options } of demoSurveys) {
      assert.ok(names.has(category), category);
      assert.ok(question.length <= QUESTION_LENGTH.max, question);
      assert.ok(description.length <= DESCRIPTION_MAX);
      assert.ok(options.length >= OPTION_COUNT.min && options.length <= OPTION_COUNT.max, question);
      for (const [content] of options) assert.ok(content.length <= OPTION_CONTENT_LENGTH.max);
    }
  });

  it("shows every category, and questions and options up to their limits", () => {
    assert.deepEqual(
      [...new Set(demoSurveys.map(({ category }) => category))].sort(),
      CATEGORIES.map(({ name }) => name).sort(),
    );
    const longest = Math.max(...demoSurveys.map(({ question }) => question.length));
    assert.equal(longest, QUESTION_LENGTH.max);
    const most = Math.max(...demoSurveys.map(({ options }) => options.length));
    assert.equal(most, OPTION_COUNT.max);
  });

  it("has the same timeline for the same instant", () => {
    const now = Date.parse("2026-06-01T12:00:00Z");
    const timeline = () => JSON.stringify(demoTimeline(demoPeople(40, now), demoSurveys, now));
    assert.equal(timeline(), timeline());
  });

  it("has no votes before a survey's start or after its end", () => {
    const now = Date.parse("2026-06-01T12:00:00Z");
    const events = demoTimeline(demoPeople(60, now), demoSurveys, now);
    for (const { kind, at, ...event } of events) {
      if (kind !== "vote" || !("survey" in event)) continue;
      const start = now - event.survey.daysAgo * DAY_MS;
      const end = start + (event.survey.lastsDays ?? Number.POSITIVE_INFINITY) * DAY_MS;
      assert.ok(at > start && at < end, event.survey.question);
    }
  });
});
