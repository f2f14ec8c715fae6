import { spawn } from 'node:child_process';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  bootId,
  identityOf,
  isAlive,
  isLiving,
  type ProcessIdentity,
  parseStat,
  readStat,
  signalProcess,
} from '../lib/process-identity.ts';

/**
 * Runs in its own session, in the folder of its record: records its identity, starts the tool, waits for it, and records the
 * exit code. The exit code overwrites preallocated bytes, so that it can be written on a full disk. Without the permit it
 * starts nothing: `killKept` removes it before it looks for a record.
 */
const keeper = `
cgroups=$1; shift
cat /proc/$$/stat /proc/sys/kernel/random/boot_id > keeper.new && mv keeper.new keeper && [ -e permit ] || exit 125
for group in $cgroups; do echo $$ > "$group/cgroup.procs" || exit 125; done
(cd / && exec "$@") 3> sandbox
printf '%-7s\\n' "$?" 1<> exit
`;

export interface KeptProcess {
  argv: readonly string[];
  /** New file for standard output and standard error. */
  outputPath: string;
  /** Control groups to join before the tool starts. */
  cgroups?: readonly string[];
  env: Record<string, string>;
  /** In the environment of every process of the tool, to find processes that left their group; only without a sandbox. */
  marker?: { name: string; value: string };
}

export interface ProcessRecord {
  keeper: ProcessIdentity;
  /** The first process in the sandbox; when it ends, all others end. */
  first: ProcessIdentity | undefined;
}

/**
 * Starts a process that outlives the agent, with a record in `folder`, which only the agent can write to. An earlier process of
 * this folder must have been ended by `killKept`.
 */
export async function startKept(folder: string, kept: KeptProcess): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'exit'), '       \n');
  await writeFile(join(folder, 'permit'), '');
  if (kept.marker) {
    await writeFile(join(folder, 'marker'), `${kept.marker.name}=${kept.marker.value}`);
  }
  await rm(kept.outputPath, { force: true });
  const output = await open(kept.outputPath, 'wx', 0o644);
  try {
    const argv = ['-c', keeper, 'keeper', (kept.cgroups ?? []).join(' '), ...kept.argv];
    const child = spawn('/bin/sh', argv, {
      detached: true,
      cwd: folder,
      env: kept.env,
      stdio: ['ignore', output.fd, output.fd],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
  } finally {
    await output.close();
  }
}

/** Waits until the process has recorded its identity, and stores the first process of its sandbox. */
export async function awaitRecord(folder: string, timeoutMs: number): Promise<ProcessRecord | undefined> {
  const endMs = performance.now() + timeoutMs;
  while (performance.now() < endMs) {
    const record = await readRecord(folder);
    if (record && (record.first || (await exitCode(folder)) !== undefined || (await hasNoSandbox(folder)))) {
      return record;
    }
    await delay(5);
  }
  return readRecord(folder);
}

const hasNoSandbox = async (folder: string) => (await readText(join(folder, 'marker'))) !== undefined;

/** Reads the record; undefined when no process was started in this folder. */
export async function readRecord(folder: string): Promise<ProcessRecord | undefined> {
  const text = await readText(join(folder, 'keeper'));
  const [line = '', boot = ''] = text?.trim().split('\n') ?? [];
  const stat = text === undefined ? undefined : parseStat(line);
  if (!stat) {
    return undefined;
  }
  const keeperIdentity = identityOf(stat, boot);
  return { keeper: keeperIdentity, first: await firstOf(folder, keeperIdentity, boot) };
}

export async function isKeptRunning(folder: string): Promise<boolean> {
  const record = await readRecord(folder);
  return (
    record !== undefined && (isAlive(record.keeper) || (record.first !== undefined && isAlive(record.first)))
  );
}

/** Exit code as in a shell (128 + signal); undefined while running, or when it could not be recorded. */
export async function exitCode(folder: string): Promise<number | undefined> {
  const text = (await readText(join(folder, 'exit')))?.trim();
  return text === undefined || text === '' ? undefined : Number(text);
}

/** 30 s in total: longer than any killable process takes to end. */
const killRounds = 3000;

/** Kills every process of the tool and resolves when none is left. A keeper without a record yet starts none. */
export async function killKept(folder: string): Promise<void> {
  await rm(join(folder, 'permit'), { force: true });
  for (let round = 0; round < killRounds; round++) {
    const record = await readRecord(folder);
    if (!record) {
      return;
    }
    if (record.first) {
      signalProcess(record.first, 'SIGKILL');
    }
    const strays = await outsideSandbox(folder, record.keeper);
    for (const stray of strays) {
      // The keeper is killed last, so that it can record the exit code.
      if (stray.pid !== record.keeper.pid || round > 200) {
        signalProcess(stray, 'SIGKILL');
      }
    }
    const first = record.first !== undefined && isAlive(record.first);
    if (!first && strays.length === 0) {
      return;
    }
    await delay(10);
  }
  throw new Error(`The processes recorded in ${folder} are still running after SIGKILL.`);
}

/** The keeper's group, and without a sandbox also processes with the marker. */
async function outsideSandbox(folder: string, keeperIdentity: ProcessIdentity): Promise<ProcessIdentity[]> {
  const marker = await readText(join(folder, 'marker'));
  const isKeeperAlive = isAlive(keeperIdentity);
  if (!isKeeperAlive && marker === undefined) {
    return [];
  }
  const boot = bootId();
  const found: ProcessIdentity[] = [];
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    if (!stat || !isLiving(stat)) {
      continue;
    }
    const isInGroup = isKeeperAlive && stat.groupId === keeperIdentity.pid;
    if (isInGroup || (marker !== undefined && (await environmentHas(stat.pid, marker)))) {
      found.push(identityOf(stat, boot));
    }
  }
  return found;
}

async function environmentHas(pid: number, marker: string): Promise<boolean> {
  const environment = await readText(`/proc/${pid}/environ`);
  return environment?.split('\0').includes(marker) ?? false;
}

/** bubblewrap reports the pid of its first process; its identity is stored while its ancestry can be verified. */
async function firstOf(
  folder: string,
  keeperIdentity: ProcessIdentity,
  boot: string,
): Promise<ProcessIdentity | undefined> {
  const noted = await readText(join(folder, 'first'));
  if (noted !== undefined) {
    const [pid, startTicks = ''] = noted.split(' ');
    return identityOf({ pid: Number(pid), startTicks }, boot);
  }
  const reported = /"child-pid":\s*(\d+)/.exec((await readText(join(folder, 'sandbox'))) ?? '')?.[1];
  const stat = reported === undefined ? undefined : readStat(Number(reported));
  const parent = stat && readStat(stat.parentPid);
  if (!stat || parent?.parentPid !== keeperIdentity.pid || !isAlive(keeperIdentity)) {
    return undefined;
  }
  await writeFile(join(folder, 'first'), `${stat.pid} ${stat.startTicks}`);
  return identityOf(stat, boot);
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
