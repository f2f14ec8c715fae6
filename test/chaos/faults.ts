import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from '../../src/lib/process-identity.ts';
import { postgresPids } from '../support/postgres-processes.ts';
import { engineProcess, java, processesBelow } from '../support/processes.ts';
import type { OneOfSeveral } from '../support/several/services.ts';
import type { Fault, Victim } from './schedule.ts';
import { logsOf, type Stage } from './stage.ts';

const restartMs = 500;

/** Makes a fault, and resolves when it is over. Returns whether it affected something, where that can be seen. */
export async function makeFault(stage: Stage, fault: Fault): Promise<boolean> {
  switch (fault.kind) {
    case 'kill':
      return kill(stage, fault);
    case 'freeze': {
      const pids = processesOf(stage, fault);
      for (const pid of pids) sendSignal(pid, 'SIGSTOP');
      await sleep(fault.forMs);
      for (const pid of pids) sendSignal(pid, 'SIGCONT');
      return pids.length > 0;
    }
    case 'reset':
      return stage.wires[fault.wire][fault.index]?.reset() ?? false;
    case 'cut':
      return (await stage.wires[fault.wire][fault.index]?.cut(fault.forMs)) ?? false;
    case 'delay':
      return (await stage.wires[fault.wire][fault.index]?.delay(fault.forMs, fault.delayMs)) ?? false;
    case 'repeat':
    case 'swap':
      return (await stage.gateways[fault.index]?.changeFrames(fault.kind, fault.forMs)) ?? false;
    case 'fill': {
      const before = await fullDisksSeen(stage);
      await stage.disks[fault.disk][fault.index]?.fill(fault.forMs);
      return (await fullDisksSeen(stage)) > before;
    }
    case 'slow':
      await stage.disks[fault.disk][fault.index]?.slow(fault.forMs, fault.pauseMs);
      return true;
    case 'jump':
      await stage.clocks[fault.index]?.shift(fault.seconds);
      return true;
  }
}

/** So that a round depends on its seed only. */
export async function resetClocks({ clocks }: Stage): Promise<void> {
  for (const clock of clocks) await clock.shift(0);
}

export function toolsBelow(folder: string): number[] {
  return [engineProcess, java].flatMap((program) => processesBelow(folder, program));
}

async function kill(stage: Stage, fault: Fault & { kind: 'kill' }): Promise<boolean> {
  const { services, others } = stage;
  if (fault.victim === 'service') {
    const service = oneOf(services, fault.pick);
    await service?.end('SIGKILL');
    await sleep(restartMs);
    if (service) await startAgain(service);
    return true;
  }
  if (others && (fault.victim === 'balancer' || fault.victim === 'storage')) {
    await others[fault.victim].kill();
    await sleep(restartMs);
    await others[fault.victim].start();
    return true;
  }
  // The children of a killed server of PostgreSQL end without it.
  const [pid] = processesOf(stage, fault);
  if (pid !== undefined) sendSignal(pid, 'SIGKILL');
  return pid !== undefined;
}

/** Reasons of a service that does not start during another fault. */
const passingReasons = /A disk is full|Cannot connect to the PostgreSQL server|Files cannot be stored in/;
const mostStarts = 60;

/** As a supervisor does: again, while another fault prevents the start. */
async function startAgain(service: OneOfSeveral): Promise<void> {
  for (let starts = 1; ; starts++) {
    const before = (await service.log()).length;
    try {
      return await service.start();
    } catch (error) {
      const isPassing = passingReasons.test((await service.log()).slice(before));
      if (!isPassing || starts === mostStarts) throw error;
      await sleep(restartMs);
    }
  }
}

/** `pick` is from 0 to 1. */
const oneOf = <T>(list: readonly T[], pick: number): T | undefined => list[Math.floor(pick * list.length)];

/** One process of the victim; all of PostgreSQL, which works as long as one of its connections does. */
function processesOf(
  { services, nodes, postgres, others }: Stage,
  { victim, pick }: { victim: Victim; pick: number },
): number[] {
  const one = (pids: readonly (number | undefined)[]) => {
    const pid = oneOf(
      pids.filter((each) => each !== undefined),
      pick,
    );
    return pid === undefined ? [] : [pid];
  };
  switch (victim) {
    case 'service':
      return one(services.map((service) => service.pid()));
    case 'postgres':
      return postgresPids(postgres.pid());
    case 'agent':
      return one(nodes.map((node) => node.pid()));
    case 'balancer':
    case 'storage':
      return one([others?.[victim].pid()]);
    case 'tool':
      return one(nodes.flatMap(({ folder }) => toolsBelow(folder)));
  }
}

const fullDisk = /ENOSPC|No space left|disk_full|disk of the (?:node|service) is full|"status":507/g;

/** Number of complaints about full disks in all logs. */
async function fullDisksSeen(stage: Stage): Promise<number> {
  let seen = 0;
  for (const text of (await logsOf(stage)).values()) seen += text.match(fullDisk)?.length ?? 0;
  return seen;
}
