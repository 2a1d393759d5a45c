// Loaded before the product or a test (`--import`): passwords are hashed at the least cost, so that
// nobody waits for them. The product has no way to this; FULL_PASSWORD_COST takes it back.
import { createRequire } from "node:module";

const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

// What imports the library afterwards is given what stands in it then.
const argon2: typeof import("@node-rs/argon2") = createRequire(import.meta.url)("@node-rs/argon2");
const { hash } = argon2;
argon2.hash = (password, cost) =>
  hash(password, process.env.FULL_PASSWORD_COST ? cost : { ...cost, ...LEAST });
