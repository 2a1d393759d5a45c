import { JSONParser } from "@streamparser/json";

/** Thrown for JSON that is not a bundle of receipts. */
export class NoBundle extends Error {}

/**
 * Reads the JSON of a bundle in chunks. Receipts are passed on as they come, so a bundle may be
 * larger than memory, or than any JavaScript string.
 */
export class BundleReader {
  /** Everything but the receipts; complete once all receipts are read. */
  readonly signed: Record<string, unknown> = {};
  #part: string[] = [];
  #hasReceipts = false;
  #isWhole = false;

  /**
   * Yields the receipts in the file's order, as many at a time as a chunk has. An entry that is not
   * text becomes an empty text. Throws `NoBundle`, or a `SyntaxError` if the text is not JSON.
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
      // Of two values of one name, some programs read the first and others the last.
      else if (name === "receipts" || Object.hasOwn(this.signed, name)) throw new NoBundle();
      else Object.defineProperty(this.signed, name, { value, enumerable: true });
    };
    return parser;
  }

  /** Removes a receipt from the parser's list, which would otherwise hold all of them. */
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
    throw new SyntaxError("The text is not JSON.", { cause });
  }
}
