// Keeps one of the objects that `process.nextTick` queues. V8 forgets the shape of objects of which
// a collection meets none, and what Node writes there (a literal with computed keys) is then slow
// for good: 400 ns a tick instead of 70, and an answer takes several (`npm run bench:ticks`).
import { executionAsyncResource } from "node:async_hooks";

const kept: object[] = [];

process.nextTick(() => {
  kept[0] = executionAsyncResource();
});
