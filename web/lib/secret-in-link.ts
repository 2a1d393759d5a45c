/**
 * The secret that ends a link, of letters, digits, "-" and "_", without what came along when the link
 * was copied or made out of a text: brackets, full stops, spaces, parameters that track.
 */
export const withoutSentence = (text: string): string => text.replace(/[^\w-].*$/s, "");
