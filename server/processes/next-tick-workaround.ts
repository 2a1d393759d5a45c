// Keeps one of the objects that `process.nextTick` queues alive, so that V8 never forgets their
// shape. Node builds them with an object literal that has computed keys. When a garbage collection
// finds none of them, V8 frees their hidden class, and that literal then stays on its slow path for
// as long as the process lives: 400 ns a tick instead of 70, and every response takes several
// ticks.
//
// We know of no report of this at Node. Its literal is in lib/internal/process/task_queues.js, its
// cost is discussed in https://github.com/nodejs/node/pull/13446, and how V8 loses the shapes of
// short-lived objects in
// https://benediktmeurer.de/2016/10/11/the-case-of-temporary-objects-in-chrome/. This file can go
// when `npm run bench:ticks` prints the same time with and without it; try it after each major
// version of Node.
import { executionAsyncResource } from "node:async_hooks";

const kept: object[] = [];

process.nextTick(() => {
  kept[0] = executionAsyncResource();
});
