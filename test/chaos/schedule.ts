import { seededRandom } from '../../src/lib/seeded-random.ts';

/** Processes that are killed or stopped for seconds. */
export type Victim = 'service' | 'agent' | 'tool' | 'postgres' | 'balancer' | 'storage';
/**
 * Connections with a proxy in between: service to database, service to S3 server, agent to service, and users, agents or
 * balancer to service.
 */
export type Wire = 'database' | 'storage' | 'node' | 'service';
export type Disk = 'node' | 'service' | 'postgres';

/** What can break. Numbers are how many there are of each. */
export interface Breakable {
  victims: readonly Victim[];
  wires: Readonly<Record<Wire, number>>;
  disks: Readonly<Record<Disk, number>>;
  nodes: number;
}

export type Fault =
  | { kind: 'kill'; victim: Victim; pick: number }
  /** SIGSTOP, and SIGCONT after `forMs`. */
  | { kind: 'freeze'; victim: Victim; pick: number; forMs: number }
  | { kind: 'reset'; wire: Wire; index: number }
  /** Connections stay open, but no byte passes. */
  | { kind: 'cut'; wire: Wire; index: number; forMs: number }
  | { kind: 'delay'; wire: Wire; index: number; forMs: number; delayMs: number }
  /** Frames of the connection of a node are sent twice, or in pairs in the wrong order. */
  | { kind: 'repeat' | 'swap'; wire: 'node'; index: number; forMs: number }
  | { kind: 'fill'; disk: Disk; index: number; forMs: number }
  /** The disk repeatedly does nothing for `pauseMs`. */
  | { kind: 'slow'; disk: Disk; index: number; forMs: number; pauseMs: number }
  /** The clock of a node becomes wrong by so many seconds, until its next jump or the end of the round. */
  | { kind: 'jump'; index: number; seconds: number };

export interface ScheduledFault {
  atMs: number;
  fault: Fault;
}

const kinds = [
  ...(['kill', 'kill', 'freeze', 'freeze', 'reset', 'cut', 'cut', 'delay'] as const),
  ...(['repeat', 'swap', 'fill', 'slow', 'jump'] as const),
];
const shortMs = [500, 8_000] as const;
/** Longer than the timeouts of service and agent: 10, 20 and 30 s. */
const longMs = [25_000, 35_000] as const;
const shareOfLong = 1 / 6;

/** The faults of a round, in order. Depends only on the seed and the stage, so that a failed round can be repeated. */
export function scheduleOf(
  seed: number,
  { faults, spanMs, breakable }: { faults: number; spanMs: number; breakable: Breakable },
): ScheduledFault[] {
  const { victims, wires, disks, nodes } = breakable;
  const random = seededRandom(seed);
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const indexBelow = (count: number) => Math.floor(random() * count);
  const oneIn = <Name extends string>(counts: Readonly<Record<Name, number>>) => {
    const names = (Object.keys(counts) as Name[]).filter((name) => counts[name] > 0);
    const name = oneOf(names);
    return { name, index: indexBelow(counts[name]) };
  };
  const make = (): Fault => {
    const forMs = between(...shortMs);
    const longerMs = random() < shareOfLong ? between(...longMs) : forMs;
    const kind = oneOf(kinds);
    switch (kind) {
      case 'kill':
        // A killed tool ends its run, so it is chosen less often.
        return {
          kind,
          victim: oneOf([...victims, ...victims.filter((each) => each !== 'tool')]),
          pick: random(),
        };
      case 'freeze':
        return { kind, victim: oneOf(victims), pick: random(), forMs: longerMs };
      case 'repeat':
      case 'swap':
        return { kind, wire: 'node', index: indexBelow(wires.node), forMs };
      case 'jump':
        return { kind, index: indexBelow(nodes), seconds: between(-600, 600) };
      case 'fill':
      case 'slow': {
        const { name: disk, index } = oneIn(disks);
        return kind === 'fill'
          ? { kind, disk, index, forMs }
          : { kind, disk, index, forMs, pauseMs: between(50, 1_500) };
      }
      default: {
        const { name: wire, index } = oneIn(wires);
        if (kind === 'reset') return { kind, wire, index };
        if (kind === 'cut') return { kind, wire, index, forMs: longerMs };
        return { kind, wire, index, forMs, delayMs: between(20, 400) };
      }
    }
  };
  const scheduled = Array.from({ length: faults }, () => ({ atMs: between(0, spanMs), fault: make() }));
  return scheduled.sort((left, right) => left.atMs - right.atMs);
}

/** What the fault is counted as, such as `cut database`. */
export function nameOf(fault: Fault): string {
  if (fault.kind === 'jump') return 'jump clock';
  if (fault.kind === 'repeat' || fault.kind === 'swap') return `${fault.kind} frames`;
  if ('victim' in fault) return `${fault.kind} ${fault.victim}`;
  return 'wire' in fault ? `${fault.kind} wire of ${fault.wire}` : `${fault.kind} disk of ${fault.disk}`;
}

/** What the fault breaks: faults of the same thing follow each other, faults of different things overlap. */
export function laneOf(fault: Fault): string {
  if ('victim' in fault) return fault.victim;
  if ('wire' in fault) return `wire of ${fault.wire} ${fault.index + 1}`;
  return 'disk' in fault ? `disk of ${fault.disk} ${fault.index + 1}` : `clock ${fault.index + 1}`;
}

/** For the log of the round: `cut wire of node 2 3.2 s`. */
export function wordsOf(fault: Fault): string {
  const time = 'forMs' in fault ? ` ${(fault.forMs / 1000).toFixed(1)} s` : '';
  const more = fault.kind === 'jump' ? ` ${fault.seconds} s` : '';
  const frames = fault.kind === 'repeat' || fault.kind === 'swap' ? ' frames on' : '';
  return `${fault.kind}${frames} ${laneOf(fault)}${time}${more}`;
}
