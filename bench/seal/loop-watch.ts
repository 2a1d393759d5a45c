// Loaded before the product: prints each second the longest hold-up of its event loop, in milliseconds, and
// the processor time that the process used during it. Much less of it means that other programs ran.
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
