import { createHash, hash } from "node:crypto";

/** A sum of rows that does not depend on the order of rows and columns, nor on the engine. */
export class RowsChecksum {
  #sum = 0n;

  /** Returns a function that adds a row of this table, its values in the order of `columns`. */
  of(table: string, columns: readonly string[]): (row: readonly unknown[]) => void {
    const order = columns
      .map((_, i) => i)
      .sort((a, b) => (columns[a] ?? "").localeCompare(columns[b] ?? "", "en"));
    return (row) => {
      const text = JSON.stringify([table, ...order.map((i) => row[i])]);
      this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash("sha256", text)}`));
    };
  }

  /** 64 hexadecimal digits. */
  digest(): string {
    return this.#sum.toString(16).padStart(64, "0");
  }
}

/** A sum of the pictures in a backup, from the names and sums of their files. */
export function picturesChecksum(sums: ReadonlyMap<string, string>): string {
  const all = createHash("sha256");
  const names = [...sums.keys()].filter((name) => name.startsWith("images/"));
  for (const name of names.sort()) all.update(`${sums.get(name)}  ${name}\n`);
  return all.digest("hex");
}
