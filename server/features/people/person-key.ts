/** Names the ready answer with a person's profile; drop it whenever the profile changes. */
export const personKey = (nickname: string): string => `person:${nickname}:`;
