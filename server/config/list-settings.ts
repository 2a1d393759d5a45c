import { domainToASCII } from "node:url";
import * as z from "zod";

/** The entries of a list that is separated by commas. */
export const entries = (list: string): string[] =>
  list
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

const DOMAIN = /^([a-z\d-]+\.)+[a-z\d-]{2,}$/;
const NICKNAME = /^[a-z0-9_]{3,30}$/;
const NAME = /^(?=.*\p{L}.*\p{L})[\p{L}\p{M}\p{N} .'’-]{2,60}$/u;

/** Domains in the form that addresses have. */
export const domains = () =>
  listOf((list) => entries(list).map((domain) => domainToASCII(domain))).refine(all(DOMAIN), {
    error: "expected domains like ornek.com, separated by commas",
  });

export const nicknames = () =>
  listOf((list) => entries(list.toLowerCase())).refine(all(NICKNAME), {
    error: "expected nicknames like ankara_valiligi, separated by commas",
  });

/** Words and names, with two letters at least. */
export const names = () =>
  listOf(entries).refine(all(NAME), {
    error: "expected names like Ankara Barosu, separated by commas",
  });

const all = (pattern: RegExp) => (values: string[]) => values.every((value) => pattern.test(value));

const listOf = (read: (list: string) => string[]) => z.string().default("").transform(read);
