// Loaded before the product or a test (`--import`): hashes passwords at the lowest cost, to save
// time. The product has no such setting; FULL_PASSWORD_COST restores the real cost.
import { createRequire } from "node:module";

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

// Modules that import the library afterwards get this `hash`.
const argon2: typeof import("@node-rs/argon2") = createRequire(import.meta.url)("@node-rs/argon2");
const { hash } = argon2;
argon2.hash = (password, cost) =>
  hash(password, process.env.FULL_PASSWORD_COST ? cost : { ...cost, ...LEAST });
