/**
 * Sleeps for a millisecond repeatedly until it is killed, and prints late wake-ups: from and to, in milliseconds. With a
 * real-time priority no other process on its core delays it, so the cause is the host.
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
