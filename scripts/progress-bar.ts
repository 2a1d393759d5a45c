const WIDTH = 30;
/** The number of lines printed without a terminal, at equal steps. */
const LINES = 5;

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Returns a function that shows the completed share, from 0 to 1: as a bar that grows in place,
 * or as plain lines where the output is not a terminal.
 */
export function progressBar(title: string, out: Output = process.stdout): (share: number) => void {
  let shown = out.isTTY ? -1 : 0;
  return (share) => {
    const step = Math.floor(share * (out.isTTY ? 100 : LINES));
    if (step === shown) return;
    shown = step;
    const percent = `${Math.round(share * 100)} %`.padStart(5);
    if (!out.isTTY) {
      out.write(`${title}: ${percent.trim()}\n`);
      return;
    }
    const bar = "█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "░");
    out.write(`\r${title} ${bar} ${percent}${share === 1 ? "\n" : ""}`);
  };
}
