// Loaded before the product: every request costs 5 µs of processor time more.
import { Server } from "node:http";

const SPENT_MS = 0.005;
const { emit } = Server.prototype;

Server.prototype.emit = function (name: string | symbol, ...args: unknown[]): boolean {
  const until = performance.now() + SPENT_MS;
  while (name === "request" && performance.now() < until);
  return emit.call(this, name, ...args);
};
