import { seededRandom } from '../../src/lib/seeded-random.ts';

/** Processes that are killed or stopped for seconds. */
export type Victim = 'service' | 'agent' | 'tool' | 'postgres' | 'balancer' | 'storage';
export const victimsOfOne: readonly Victim[] = ['service', 'agent', 'tool', 'postgres'];
export const victimsOfSeveral: readonly Victim[] = [...victimsOfOne, 'balancer', 'storage'];
/** Connections with a proxy in between. */
export const wires = ['agents', 'database'] as const;
export type Wire = (typeof wires)[number];

const disks = ['node', 'service'] as const;

export type Fault =
  | { kind: 'kill'; victim: Victim; pick: number }
  /** SIGSTOP, and SIGCONT after `forMs`. */
  | { kind: 'freeze'; victim: Victim; pick: number; forMs: number }
  | { kind: 'reset'; wire: Wire }
  /** Connections stay open, but no byte passes. */
  | { kind: 'cut'; wire: Wire; forMs: number }
  | { kind: 'delay'; wire: Wire; forMs: number; delayMs: number }
  /** Frames of the node connection are sent twice, or in pairs in the wrong order. */
  | { kind: 'repeat' | 'swap'; forMs: number }
  | { kind: 'fill'; disk: 'node' | 'service'; pick: number; forMs: number }
  /** The disk repeatedly does nothing for `pauseMs`. */
  | { kind: 'slow'; disk: 'node' | 'service'; pick: number; forMs: number; pauseMs: number }
  /** The clock of a node becomes wrong by so many seconds, until the next jump of that node. */
  | { kind: 'jump'; pick: number; seconds: number };

export interface ScheduledFault {
  atMs: number;
  fault: Fault;
}

/** The faults of a round, in order. Depends only on the seed, so that a failed round can be repeated. */
export function scheduleOf(
  seed: number,
  { faults, spanMs, victims }: { faults: number; spanMs: number; victims: readonly Victim[] },
): ScheduledFault[] {
  const random = seededRandom(seed);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const make = (): Fault => {
    const forMs = between(500, 8_000);
    const kind = oneOf([
      'kill',
      'kill',
      'freeze',
      'freeze',
      'reset',
      'cut',
      'delay',
      'repeat',
      'swap',
      'fill',
      'slow',
      'jump',
    ] as const);
    switch (kind) {
      case 'kill':
        // A killed tool ends its run, so it is chosen less often.
        return {
          kind,
          victim: oneOf([...victims, ...victims.filter((each) => each !== 'tool')]),
          pick: random(),
        };
      case 'freeze':
        return { kind, victim: oneOf(victims), pick: random(), forMs };
      case 'reset':
        return { kind, wire: oneOf(wires) };
      case 'cut':
        return { kind, wire: oneOf(wires), forMs };
      case 'delay':
        return { kind, wire: oneOf(wires), forMs, delayMs: between(20, 400) };
      case 'repeat':
      case 'swap':
        return { kind, forMs };
      case 'fill':
        return { kind, disk: oneOf(disks), pick: random(), forMs };
      case 'slow':
        return { kind, disk: oneOf(disks), pick: random(), forMs, pauseMs: between(50, 1_500) };
      case 'jump':
        return { kind, pick: random(), seconds: between(-600, 600) };
    }
  };
  const scheduled = Array.from({ length: faults }, () => ({ atMs: between(0, spanMs), fault: make() }));
  return scheduled.sort((left, right) => left.atMs - right.atMs);
}

/** One word and its parameters, for the log: `freeze agent 3.2 s`. */
export function wordsOf(fault: Fault): string {
  const time = 'forMs' in fault ? ` ${(fault.forMs / 1000).toFixed(1)} s` : '';
  if (fault.kind === 'jump') return `jump clock ${fault.seconds} s`;
  const what =
    'victim' in fault ? fault.victim : 'wire' in fault ? fault.wire : 'disk' in fault ? fault.disk : 'frames';
  return `${fault.kind} ${what}${time}`;
}
