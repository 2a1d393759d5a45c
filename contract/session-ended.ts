/**
 * The error of a token that is not valid any more. Apart from the others, because every page shows it
 * and must not carry all of them.
 */
export const SESSION_ENDED = [
  401,
  "Oturum Sona Erdi",
  "Oturumunuzun süresi doldu. Lütfen yeniden giriş yapın.",
] as const;
