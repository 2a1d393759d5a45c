// Loaded by scripts/setup.mjs before the program that it starts. The program's stdin is then a pipe
// that only setup.mjs holds open: it closes whenever setup.mjs ends, also by kill -9, and the
// program ends as on SIGTERM.
if (process.env.STDIN_IS_LAUNCHER) {
  // What the program starts inherits its environment, but has another stdin.
  delete process.env.STDIN_IS_LAUNCHER;
  process.stdin.resume().once("close", end).unref();
}

/** With all that the program has started, where there are process groups. */
function end(): void {
  if (process.platform !== "win32") process.kill(0, "SIGTERM");
  // Windows knows no signals: process.kill would end the program unfinished.
  else if (!process.emit("SIGTERM")) process.exit(1);
}
