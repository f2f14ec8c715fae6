/**
 * Preloaded into a service (`NODE_OPTIONS=--import=…`): measures how long its main thread held the event loop between
 * two turns, as the lesser of two figures, so that a busy machine does not look like a blocked loop:
 * - processor time of the thread: does not count while it waits for a processor or for a thread that has none, but
 *   Linux may count time in which the host of a virtual machine has stopped it;
 * - samples of V8's profiler, which interrupts the thread once a millisecond, also while it waits: time in which the
 *   machine is stopped is one sample, however long. Pauses of the garbage collector are left out: their length depends
 *   on the heap of the service, not on the request.
 *
 * SIGUSR2 makes the process block the loop with `controlWork` and append one line to the file: the longest of the
 * blocks since the last one, and the control block (`HeldLoop`).
 */
import { appendFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
import { controlWork } from './control-work.ts';

export interface HeldLoop {
  longest: Block;
  control: Block;
}

export interface Block {
  ms: number;
  /** The functions in which most samples were taken, with their number. */
  functions: string[];
}

const path = process.env.SPATE_TEST_LOOP_PROBE;
/** Shorter blocks are not examined. */
const minMs = 5;
const sampleUs = 1000;

interface Span {
  startUs: number;
  endUs: number;
  processorMs: number;
}

const nowUs = () => Number(process.hrtime.bigint() / 1000n);

if (isMainThread && path !== undefined) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: sampleUs });
  session.post('Profiler.start');

  let spans: Span[] = [];
  let usage = process.threadCpuUsage();
  let startUs = nowUs();
  const startTurn = () => {
    usage = process.threadCpuUsage();
    startUs = nowUs();
  };
  const endTurn = (): Span => {
    const { user, system } = process.threadCpuUsage(usage);
    const span = { startUs, endUs: nowUs(), processorMs: (user + system) / 1000 };
    if (span.processorMs >= minMs) spans.push(span);
    startTurn();
    return span;
  };
  setInterval(endTurn, 1).unref();
  process.on('SIGUSR2', () => {
    endTurn();
    const before = spans;
    spans = [];
    controlWork();
    const control = endTurn();
    session.post('Profiler.stop', (error, answer) => {
      if (error !== null) throw error;
      const blocks = before.map((span) => blockIn(span, answer.profile));
      const longest = blocks.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, functions: [] });
      const held: HeldLoop = { longest, control: blockIn(control, answer.profile) };
      appendFileSync(path, `${JSON.stringify(held)}\n`);
    });
    spans = [];
    session.post('Profiler.start');
    startTurn();
  });
}

function blockIn({ startUs, endUs, processorMs }: Span, profile: Profiler.Profile): Block {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
  const counts = new Map<string, number>();
  let atUs = profile.startTime;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    atUs += profile.timeDeltas?.[index] ?? 0;
    const frame = nodes.get(id);
    if (frame === undefined || atUs < startUs || atUs > endUs || notOurs.has(frame.functionName)) continue;
    const name = `${frame.functionName || '(anonymous)'} ${frame.url.slice(frame.url.lastIndexOf('/') + 1)}:${frame.lineNumber + 1}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const sampledMs = sorted.reduce((sum, [, count]) => sum + count, 0) * (sampleUs / 1000);
  return {
    ms: Math.min(processorMs, sampledMs),
    functions: sorted.slice(0, 5).map(([name, count]) => `${count} ${name}`),
  };
}

const notOurs: ReadonlySet<string> = new Set(['(garbage collector)', '(idle)']);
