import asyncHooks from "node:async_hooks";

const { createHook } = asyncHooks;

/**
 * Node's test runner follows every promise to know in which test an uncaught error began, which
 * costs server tests an eighth of their processor time. Without that, such an error fails its file,
 * and what a test gives to `after` behind an await runs at the end of the file; `t.after` does not.
 * Loaded before `node:test`.
 */
asyncHooks.createHook = ({ init }) => createHook({ init, trackPromises: false });
