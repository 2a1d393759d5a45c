/**
 * The secret at the end of a link: letters, digits, "-" and "_". Drops what was added when the link
 * was copied or recognized in a text: brackets, full stops, spaces, tracking parameters.
 */
export const withoutSentence = (text: string): string => text.replace(/[^\w-].*$/s, "");
