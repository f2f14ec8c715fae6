import { execFile, spawn } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { exists } from '../../../lib/exists.ts';
import {
  endProcess,
  identifyProcess,
  isAlive,
  killGroup,
  type ProcessIdentity,
} from '../../../lib/process-identity.ts';
import { removeTree } from '../../../lib/remove-tree.ts';
import type { Machines, NodeSlot, Provider } from '../../provider.ts';

export interface LocalProviderOptions {
  /** Folder that holds one folder per node. */
  nodesDir: string;
  /** Program and leading arguments that start an agent. */
  agentCommand: string[];
  /** Complete environment of an agent; nothing is inherited from the service. */
  environment: Record<string, string>;
  capacity: number;
}

const pauseLimitMs = 10_000;
const cleanUpLimitMs = 30_000;

/** Nodes as processes on this machine. They outlive the service, which finds them by agent.json. */
export function createLocalProvider(options: LocalProviderOptions): Provider {
  const folderOf = ({ nodeId }: NodeSlot) => join(options.nodesDir, nodeId);

  return {
    name: 'local',
    capacity: options.capacity,
    check: async () => {},
    forget: async () => {},

    async observe({ slots }) {
      const agents = await Promise.all(slots.map((slot) => findAgent(folderOf(slot))));
      const there = slots.filter((_slot, at) => agents[at] !== undefined);
      return { present: new Set(there.map(({ index }) => index)), problems: [] };
    },

    async ensure(machines) {
      const { failed, problems } = await forEachSlot(machines, 'start', (slot) =>
        ensureAgent(options, folderOf(slot), slot, machines.joinToken),
      );
      const started = machines.slots.map(({ index }) => index).filter((index) => !failed.has(index));
      return { present: new Set(started), problems };
    },

    async pause({ slots }) {
      await Promise.all(slots.map((slot) => pauseAgent(folderOf(slot))));
    },

    async end(machines) {
      const { failed, problems } = await forEachSlot(machines, 'be removed', (slot) =>
        removeAgent(options, folderOf(slot)),
      );
      return { present: failed, problems };
    },
  };
}

/** One at a time: starting a process uses a full core. Returns the failed indexes with their reasons. */
async function forEachSlot(
  { slots }: Machines,
  verb: string,
  act: (slot: NodeSlot) => Promise<void>,
): Promise<{ failed: Set<number>; problems: string[] }> {
  const failed = new Set<number>();
  const problems: string[] = [];
  for (const slot of slots) {
    try {
      await act(slot);
    } catch (error) {
      failed.add(slot.index);
      problems.push(`Node ${slot.index} could not ${verb}: ${(error as Error).message}`);
    }
  }
  return { failed, problems };
}

async function ensureAgent(
  options: LocalProviderOptions,
  folder: string,
  slot: NodeSlot,
  joinToken: string,
): Promise<void> {
  const agent = await findAgent(folder);
  // An agent with an outdated service address is restarted, unless its heartbeats reach another service instance.
  const isUpToDate = (await readFile(join(folder, 'join-token'), 'utf8').catch(() => '')) === joinToken;
  if (agent && (isUpToDate || slot.hasRecentHeartbeat)) return;
  if (agent) await endProcess(agent, pauseLimitMs);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Passed as a file: command lines are visible to all users of the machine.
  await writeFile(join(folder, 'join-token'), joinToken, { mode: 0o600 });
  const started = await startAgent(options, folder, slot.index);
  await writeFile(join(folder, 'agent.json'), JSON.stringify(started), { mode: 0o600 });
}

async function pauseAgent(folder: string): Promise<void> {
  const agent = await findAgent(folder);
  if (agent) await endProcess(agent, pauseLimitMs);
}

async function removeAgent(options: LocalProviderOptions, folder: string): Promise<void> {
  const agent = await findAgent(folder);
  if (agent) await killGroup(agent);
  // Tools run in separate sessions and outlive their agent.
  if (await exists(join(folder, 'executions'))) await cleanUp(options, folder);
  await removeTree(folder);
}

async function startAgent(
  options: LocalProviderOptions,
  folder: string,
  index: number,
): Promise<ProcessIdentity> {
  const [program, ...firstArguments] = options.agentCommand;
  const output = await open(join(folder, 'agent.log'), 'a', 0o600);
  try {
    const child = spawn(
      program as string,
      [
        ...firstArguments,
        '--dir',
        folder,
        '--join',
        `@${join(folder, 'join-token')}`,
        '--index',
        String(index),
      ],
      { cwd: folder, env: options.environment, detached: true, stdio: ['ignore', output.fd, output.fd] },
    );
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    const identity = identifyProcess(child.pid ?? 0);
    if (!identity) throw new Error(`The agent in ${folder} exited immediately. See agent.log there.`);
    return identity;
  } finally {
    await output.close();
  }
}

async function cleanUp(options: LocalProviderOptions, folder: string): Promise<void> {
  const [program, ...firstArguments] = options.agentCommand;
  await promisify(execFile)(program as string, [...firstArguments, '--dir', folder, '--clean-up'], {
    env: options.environment,
    timeout: cleanUpLimitMs,
    killSignal: 'SIGKILL',
  });
}

async function findAgent(folder: string): Promise<ProcessIdentity | undefined> {
  let noted: ProcessIdentity;
  try {
    noted = JSON.parse(await readFile(join(folder, 'agent.json'), 'utf8'));
  } catch {
    return undefined;
  }
  return isAlive(noted) ? noted : undefined;
}
