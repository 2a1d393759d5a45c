// Loaded by scripts/setup.mjs before the program that it starts. The program's stdin is then a pipe
// that only setup.mjs holds open: it closes when setup.mjs ends, even by kill -9, and the program
// then ends as on SIGTERM.
if (process.env.STDIN_IS_LAUNCHER) {
  // Children of the program inherit its environment, but have another stdin.
  delete process.env.STDIN_IS_LAUNCHER;
  process.stdin.resume().once("close", end).unref();
}

/** Ends the program, with its children where there are process groups. */
function end(): void {
  if (process.platform !== "win32") process.kill(0, "SIGTERM");
  // Windows has no signals: process.kill would end the program without its cleanup.
  else if (!process.emit("SIGTERM")) process.exit(1);
}
