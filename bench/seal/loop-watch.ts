// Loaded before the product: prints each second for how many milliseconds its event loop was held up at most, and how
// much processor time the process used meanwhile. Far less of it means that the machine gave the processor to others.
const EVERY_MS = 5;

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let [at, used] = [performance.now(), processorMs()];
let longest = { late: 0, used: 0 };
setInterval(() => {
  const [now, usedNow] = [performance.now(), processorMs()];
  const late = now - at - EVERY_MS;
  if (late > longest.late) longest = { late, used: usedNow - used };
  [at, used] = [now, usedNow];
}, EVERY_MS).unref();
setInterval(() => {
  console.log(`loop ${Math.round(longest.late)} ${Math.round(longest.used)}`);
  longest = { late: 0, used: 0 };
}, 1000).unref();
