/** Letters without case, dots, cedillas and accents: "İŞÇİ" and "ışçı" are "isci". */
export const foldLetters = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");
