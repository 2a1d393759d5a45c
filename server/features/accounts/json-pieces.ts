import type { ToJson } from "#server/http/cache/answer-json.ts";

/** An object as pieces of JSON text; parts that come in batches are read as they are needed. */
export async function* jsonPieces(
  parts: Record<string, object | string>,
  toJson: ToJson,
): AsyncGenerator<string> {
  let before = "{";
  for (const [name, part] of Object.entries(parts)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ",";
    if (typeof part === "object" && Symbol.asyncIterator in part)
      yield* listPieces(part as AsyncIterable<unknown[]>, toJson);
    else yield toJson(part);
  }
  yield "}";
}

async function* listPieces(
  batches: AsyncIterable<unknown[]>,
  toJson: ToJson,
): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => toJson(row)).join(",");
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
