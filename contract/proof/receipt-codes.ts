/** Crockford's base 32, without letters that look like a digit or another letter. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DATA_DIGITS = 15;
const GROUPS = /.{4}/g;

/** A receipt as written on screens and in files: 75 bits and a check digit. */
export const RECEIPT = /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/;

/** Makes a receipt from at least 10 bytes, such as "7K3M-9QWX-2RTV-8HPC". */
export function receiptOf(bytes: Uint8Array): string {
  let data = "";
  let [bits, length] = [0, 0];
  for (const byte of bytes.subarray(0, 10)) {
    [bits, length] = [(bits << 8) | byte, length + 8];
    for (; length >= 5; length -= 5) data += DIGITS[(bits >> (length - 5)) & 31];
    bits &= 31;
  }
  data = data.slice(0, DATA_DIGITS);
  return grouped(data + checkDigit(data));
}

/** Normalizes a receipt that somebody typed or pasted; null if it is not one. */
export function readReceipt(text: string): string | null {
  const digits = text
    .replace(/[\s\p{Pd}_.]/gu, "")
    .toUpperCase()
    .replace(/[Iİı|L]/g, "1")
    .replaceAll("O", "0");
  const receipt = grouped(digits);
  return digits.length === DATA_DIGITS + 1 && isReceipt(receipt) ? receipt : null;
}

/** Whether a text is a receipt in normal form, with a correct check digit. */
export function isReceipt(text: string): boolean {
  const digits = text.replaceAll("-", "");
  return RECEIPT.test(text) && checkDigit(digits.slice(0, DATA_DIGITS)) === digits[DATA_DIGITS];
}

const grouped = (digits: string): string => digits.match(GROUPS)?.join("-") ?? "";

/**
 * Luhn mod 32 (https://en.wikipedia.org/wiki/Luhn_mod_N_algorithm): detects each wrong digit and
 * nearly each swap of two.
 */
function checkDigit(data: string): string {
  let sum = 0;
  for (let i = 0; i < data.length; i++) {
    const value = DIGITS.indexOf(data[data.length - 1 - i] ?? "") * (i % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / 32) + (value % 32);
  }
  return DIGITS[(32 - (sum % 32)) % 32] ?? "";
}
