declare const voter: unique symbol;

/** An account's id or, once the account is deleted, a random number below zero (R114). */
export type VoterId = number & { readonly [voter]: true };
