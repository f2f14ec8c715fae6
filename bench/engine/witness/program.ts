/**
 * Sleeps for a millisecond, again and again until it is killed, and prints when it was woken late: from and to, in
 * milliseconds. With a real-time priority nothing on its core comes before it, so what made it late is not on this machine.
 */
import { writeSync } from 'node:fs';

const sleepMs = 1;
const lateMs = 0.5;
const standardOutput = 1;

const nothing = new Int32Array(new SharedArrayBuffer(4));
const nowMs = () => performance.timeOrigin + performance.now();
writeSync(standardOutput, 'ready\n');
for (let before = nowMs(); ; ) {
  Atomics.wait(nothing, 0, 0, sleepMs);
  const now = nowMs();
  if (now - before > sleepMs + lateMs) {
    writeSync(standardOutput, `${before + sleepMs} ${now}\n`);
  }
  before = now;
}
