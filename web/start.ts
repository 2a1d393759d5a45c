import { createSerializationAdapter } from "@tanstack/react-router";
import { createStart } from "@tanstack/react-start";
import { ApiProblem } from "#web/lib/api-problem.ts";

/** Lets a failed call of a loader arrive in the browser with its code and status. */
const apiProblem = createSerializationAdapter({
  key: "api-problem",
  test: (value) => value instanceof ApiProblem,
  toSerializable: (problem) => problem.toParts(),
  fromSerializable: (parts) => new ApiProblem(parts),
});

export const startInstance = createStart(() => ({ serializationAdapters: [apiProblem] }));
