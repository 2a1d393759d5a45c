import { JSONParser } from "@streamparser/json";

/** Text that is JSON, but no bundle of receipts. */
export class NoBundle extends Error {}

/**
 * Reads the JSON of a bundle that comes in chunks. Receipts are handed on as they come, so a bundle may be
 * longer than memory, or than any string of JavaScript.
 */
export class BundleReader {
  /** What stands beside the receipts; complete once these were read to their end. */
  readonly signed: Record<string, unknown> = {};
  #part: string[] = [];
  #hasReceipts = false;
  #isWhole = false;

  /**
   * Returns the receipts in the order of the file, as many at a time as a chunk has. What stands there and
   * is no text is an empty one. Throws `NoBundle`, and a `SyntaxError` where the text is no JSON.
   */
  async *receipts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
    const parser = this.#parser();
    for await (const chunk of chunks) {
      orSyntaxError(() => parser.write(chunk));
      if (this.#part.length > 0) yield this.#part;
      this.#part = [];
    }
    orSyntaxError(() => parser.isEnded || parser.end());
    if (!this.#isWhole) throw new SyntaxError("The text is empty.");
    if (!this.#hasReceipts) throw new NoBundle("It has no list of receipts.");
  }

  #parser(): JSONParser {
    const parser = new JSONParser({ paths: ["$", "$.*", "$.receipts.*"] });
    parser.onValue = ({ value, key, parent, stack }) => {
      const name = String(key);
      const isList = name === "receipts" && Array.isArray(value) && !this.#hasReceipts;
      if (stack.length === 0) this.#isWhole = true;
      else if (stack.length > 1) this.#receive(value, parent);
      else if (isList) this.#hasReceipts = true;
      // Other programs read the first of two values, or the last.
      else if (name === "receipts" || Object.hasOwn(this.signed, name)) throw new NoBundle();
      else Object.defineProperty(this.signed, name, { value, enumerable: true });
    };
    return parser;
  }

  /** Takes a receipt out of the parser's list, which would otherwise hold all of them. */
  #receive(receipt: unknown, list: unknown): void {
    if (!Array.isArray(list) || this.#hasReceipts) throw new NoBundle();
    list.pop();
    this.#part.push(typeof receipt === "string" ? receipt : "");
  }
}

function orSyntaxError(parse: () => unknown): void {
  try {
    parse();
  } catch (cause) {
    if (cause instanceof NoBundle) throw cause;
    throw new SyntaxError("The text is no JSON.", { cause });
  }
}
