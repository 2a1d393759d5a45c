import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded before the product: prints each second how long its event loop was held up at most, in milliseconds.
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
setInterval(() => {
  console.log(`loop ${Math.round(delay.max / 1e6)}`);
  delay.reset();
}, 1000).unref();
