import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { thisMachine } from '../../config/machine.ts';
import { exists } from '../../lib/exists.ts';
import { silentLog } from '../../lib/log.ts';
import { findProgram } from '../../tools/find-program.ts';
import { JavaFinder } from '../../tools/jvm/java.ts';
import { detectSandbox } from '../../tools/sandbox/detect.ts';
import type { Sandbox } from '../../tools/sandbox/sandbox.ts';
import { probeTools } from '../../tools/tools.ts';
import { dataFiles } from '../service/data-files.ts';
import { systemNeeds } from './needs.ts';

const probeLimitMs = 60_000;

/** good: passed. less: something is unavailable. bad: the service cannot run properly. */
export interface Check {
  state: 'good' | 'less' | 'bad';
  what: string;
  finding: string;
  /** How to fix it. */
  hint?: string;
}

/** Checks what this machine can run, without starting or changing anything. */
export async function checkMachine(config: Config): Promise<Check[]> {
  const sandbox = await detectSandbox({
    mode: config.sandbox ? 'required' : 'off',
    egress: config.egress,
  });
  return [
    { state: 'good', what: 'Node.js', finding: process.version },
    checkSize(config),
    await checkJava(),
    await checkMaven(),
    ...(await checkSandbox(sandbox)),
    await checkFolder('data folder', config.dataDir, config.minFreeDiskMb),
    await checkFolder('cache folder', config.cacheDir, 500),
    await checkPort(config),
    ...(await checkTools(config, sandbox)),
  ];
}

function checkSize(config: Config): Check {
  const { cores, memoryBytes } = thisMachine();
  const gib = (memoryBytes / 2 ** 30).toFixed(1);
  const neededMb = config.localExecutions * config.executionMemoryMb;
  const isEnough = neededMb * 2 ** 20 <= memoryBytes;
  const carries = `${config.localExecutions} concurrent executions of ${config.executionMemoryMb} MiB`;
  return {
    state: isEnough ? 'good' : 'less',
    ...(isEnough ? {} : { hint: 'Lower SPATE_LOCAL_EXECUTIONS or SPATE_EXECUTION_MEMORY_MB.' }),
    what: 'machine',
    finding: `${cores} cores, ${gib} GiB; ${carries}${isEnough ? '' : ' need more memory than available'}`,
  };
}

const oldestJava = 17;

/** Searches the same places as the tools, not only PATH. */
async function checkJava(): Promise<Check> {
  const what = 'Java';
  const java = await new JavaFinder().find();
  const hasCompiler =
    java !== undefined &&
    ((await exists(join(java.home, 'bin', 'javac'))) || (await findProgram('javac')) !== undefined);
  if (java && java.feature >= oldestJava && hasCompiler)
    return { state: 'good', what, finding: `Java ${java.feature}` };
  const found = java === undefined ? 'none' : `Java ${java.feature}${hasCompiler ? '' : ' without compiler'}`;
  const needs =
    hasCompiler || !java || java.feature < oldestJava
      ? 'Apache JMeter, Gatling and Java Selenium require'
      : 'Gatling, Java Selenium and the download of Apache JMeter require';
  return {
    state: 'less',
    what,
    hint: installing('java'),
    finding: `${found}; ${needs} ${systemNeeds.java.what}`,
  };
}

async function checkMaven(): Promise<Check> {
  const program = await findProgram('mvn');
  if (program === undefined) {
    return {
      state: 'less',
      what: 'Maven',
      hint: installing('maven'),
      finding: 'none; toolchains of Apache JMeter, Gatling and Java Selenium cannot be downloaded',
    };
  }
  const { stdout } = spawnSync(program, ['-version'], { encoding: 'utf8' });
  return {
    state: 'good',
    what: 'Maven',
    finding: /Apache Maven (\d[\w.-]*)/.exec(stdout ?? '')?.[1] ?? 'installed',
  };
}

/** Without a sandbox runs are rejected, unless SPATE_SANDBOX=off. */
async function checkSandbox(sandbox: Sandbox): Promise<Check[]> {
  const what = 'sandbox';
  const refusal = await sandbox.refusal();
  if (refusal !== undefined) return [{ state: 'bad', what, finding: refusal }];
  const { kind, notes } = sandbox;
  return [
    ...(kind === 'none' ? [] : [{ state: 'good' as const, what, finding: kind }]),
    ...notes.map((finding) => ({ state: 'less' as const, what, finding })),
  ];
}

function installing(need: 'java' | 'maven'): string {
  return `On Debian and Ubuntu: sudo apt-get install ${systemNeeds[need].packages[0]}`;
}

/** Availability of each tool. */
async function checkTools(config: Config, sandbox: Sandbox): Promise<Check[]> {
  const { cacheDir } = config;
  const signal = AbortSignal.timeout(probeLimitMs);
  const tools = await probeTools({ cacheDir, log: silentLog, signal, sandbox });
  return tools.map(({ tool, isAvailable, version, missing }) => ({
    state: isAvailable && missing.length === 0 ? 'good' : 'less',
    what: tool,
    finding: !isAvailable
      ? missing.join(' ')
      : missing.length === 0
        ? `available${version === null ? '' : `, version ${version}`}`
        : `available on Spate's own engine, not on Apache JMeter: ${missing.join(' ')}`,
  }));
}

async function checkFolder(what: string, path: string, leastMb: number): Promise<Check> {
  const existing = await nearestExisting(path);
  const isWritable = await access(existing, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) {
    const hint = `Choose another ${what}: ${what === 'data folder' ? '--data-dir' : '--cache-dir'}.`;
    return { state: 'bad', what, finding: `${path} is not writable for this user`, hint };
  }
  const { bavail, bsize } = await statfs(existing);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  const isEnough = freeMb >= leastMb;
  const wish = isEnough ? '' : `, ${leastMb} MiB required`;
  return { state: isEnough ? 'good' : 'bad', what, finding: `${path}, ${freeMb} MiB free${wish}` };
}

async function nearestExisting(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere || path === dirname(path) ? path : nearestExisting(dirname(path));
}

async function checkPort(config: Config): Promise<Check> {
  const what = 'port';
  const server = createServer();
  try {
    server.listen(config.port, config.host);
    await once(server, 'listening');
    return { state: 'good', what, finding: `${config.host}:${config.port} is free` };
  } catch (error) {
    const url = await readFile(dataFiles(config.dataDir).url, 'utf8').catch(() => null);
    if (url !== null)
      return { state: 'good', what, finding: `in use by the service of this data folder: ${url.trim()}` };
    return {
      state: 'bad',
      what,
      finding: `${config.host}:${config.port} cannot be used: ${(error as Error).message}`,
      hint: 'Choose another port with --port, or stop the program that uses it.',
    };
  } finally {
    server.close();
  }
}
