/**
 * Sleeps for half a millisecond, again and again, for as many seconds as it is told, and prints when it was woken late.
 * With a real-time priority nothing on its core comes before it, so what made it late is not on this machine.
 */
const seconds = Number(process.argv[2]);
const sleepMs = 0.5;
const lateMs = 0.5;

const nothing = new Int32Array(new SharedArrayBuffer(4));
const nowMs = () => performance.timeOrigin + performance.now();
const endMs = nowMs() + seconds * 1000;
const gaps: [number, number][] = [];
for (let before = nowMs(); before < endMs; ) {
  Atomics.wait(nothing, 0, 0, sleepMs);
  const now = nowMs();
  if (now - before > sleepMs + lateMs) {
    gaps.push([before, now]);
  }
  before = now;
}
console.log(JSON.stringify(gaps));
