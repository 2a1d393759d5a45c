/**
 * The error for a token that is no longer valid. Separate from the others, because every page shows
 * it and must not load all of them.
 */
export const SESSION_ENDED = [
  401,
  "Oturum Sona Erdi",
  "Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.",
] as const;
