/** The version of the texts that people agree to; it changes with them (R36). */
export const CONSENT_VERSION = "2026-11-29";
