// Loaded before the product: passwords are checked only for existing accounts, and none waits.
import { replaceModule } from "./replace-module.ts";

replaceModule(
  "server/features/sign-in/passwords.ts",
  `import { hash, verify } from "@node-rs/argon2";
  const COST = { memoryCost: 19456, timeCost: 2, parallelism: 1 };
  export const createPasswords = () => ({
    hash: (password) => hash(password, COST),
    matches: async (kept, password) => kept !== undefined && verify(kept, password),
  });`,
);
