/**
 * Preloaded into a service (`NODE_OPTIONS=--import=…`): measures how long its main thread held the event loop between
 * two turns. SIGUSR2 makes the process block the loop with `controlWork` and append one line to the file: the longest
 * of the blocks since the last one, and the control block (`HeldLoop`).
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { controlWork } from './control-work.ts';
import { type HeldTime, HeldTimeMeter, type Span } from './held-time.ts';

export interface HeldLoop {
  longest: HeldTime;
  control: HeldTime;
}

const path = process.env.SPATE_TEST_LOOP_PROBE;
/** Shorter blocks are not examined. */
const minMs = 5;

if (isMainThread && path !== undefined) {
  const meter = new HeldTimeMeter();
  let spans: Span[] = [];
  let start = meter.start();
  const endTurn = (): Span => {
    const span = meter.end(start);
    if (span.processorMs >= minMs) spans.push(span);
    start = meter.start();
    return span;
  };
  setInterval(endTurn, 1).unref();
  process.on('SIGUSR2', () => {
    endTurn();
    const before = spans;
    controlWork();
    const [control, ...blocks] = meter.examine([endTurn(), ...before]);
    const longest = blocks.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, functions: [] });
    appendFileSync(path, `${JSON.stringify({ longest, control })}\n`);
    spans = [];
    start = meter.start();
  });
}
