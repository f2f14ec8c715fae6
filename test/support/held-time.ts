import { type Profiler, Session } from 'node:inspector';

export interface Span {
  startUs: number;
  endUs: number;
  processorMs: number;
}

export interface HeldTime {
  ms: number;
  /** The functions in which most samples were taken, with their number. */
  functions: string[];
}

interface Start {
  atUs: number;
  usage: NodeJS.CpuUsage;
}

const sampleUs = 1000;

/**
 * How long code held this thread, as the lesser of two figures, so that a busy machine does not look like slow code:
 * - processor time of the thread: does not count while it waits for a processor or for a thread that has none, but
 *   Linux may count time in which the host of a virtual machine has stopped it;
 * - samples of V8's profiler, which interrupts the thread once a millisecond, also while it waits: time in which the
 *   machine is stopped is one sample, however long. Pauses of the garbage collector are left out: their length depends
 *   on the heap of the process, not on the code.
 */
export class HeldTimeMeter implements Disposable {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.setSamplingInterval', { interval: sampleUs });
    this.#session.post('Profiler.start');
  }

  start(): Start {
    return { usage: process.threadCpuUsage(), atUs: nowUs() };
  }

  end({ atUs, usage }: Start): Span {
    const { user, system } = process.threadCpuUsage(usage);
    return { startUs: atUs, endUs: nowUs(), processorMs: (user + system) / 1000 };
  }

  /** What held the thread in these spans, which ended since the last call. */
  examine(spans: readonly Span[]): HeldTime[] {
    let profile: Profiler.Profile | undefined;
    this.#session.post('Profiler.stop', (_error, answer) => {
      profile = answer.profile;
    });
    this.#session.post('Profiler.start');
    // The thread's own inspector answers before `post` returns.
    if (profile === undefined) throw new Error('The profiler did not answer.');
    const samples = profile;
    return spans.map((span) => heldIn(span, samples));
  }

  [Symbol.dispose](): void {
    this.#session.disconnect();
  }
}

function heldIn({ startUs, endUs, processorMs }: Span, profile: Profiler.Profile): HeldTime {
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
const nowUs = () => Number(process.hrtime.bigint() / 1000n);
