import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { engineProgram } from '../../../test/support/engine-bundle.ts';
import { until } from '../../../test/support/until.ts';
import { exists } from '../../lib/exists.ts';
import type { FrameBlock } from '../../metrics/frame-block.ts';
import { decodeBlock, scanBlocks } from '../../tool-process/block-codec.ts';
import type { EngineOptions } from '../../tool-process/engine-options.ts';

export interface EngineCase {
  plan: string;
  files?: Record<string, string>;
  options?: Partial<EngineOptions>;
  /** Program and arguments for Node.js, instead of the bundled engine. */
  program?: readonly string[];
  /** Called while the engine runs. `order` writes its control file, `readBlocks` reads the samples so far. */
  meanwhile?(order: (words: string) => Promise<void>, readBlocks: () => Promise<FrameBlock[]>): Promise<void>;
}

export interface EngineRun {
  code: number | null;
  output: string;
  log: string;
  /** Lines of the results file. */
  samples: { thread: string; label: string; code: string; allUsers: number }[];
  blocks: FrameBlock[];
  folder: string;
}

/** Runs a plan in an engine process, from the start barrier to its end. */
export async function runEngine(t: TestContext, each: EngineCase): Promise<EngineRun> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-engine-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  for (const [name, content] of Object.entries({ 'plan.jmx': each.plan, ...each.files })) {
    await writeFile(at(name), content);
  }
  const options: EngineOptions = {
    planName: 'plan.jmx',
    properties: {},
    filesFolder: folder,
    readyPath: at('ready'),
    controlPath: at('control'),
    samplesPath: at('samples.blocks'),
    resultsPath: at('results.jtl'),
    maxResultsBytes: 2 ** 30,
    logPath: at('jmeter.log'),
    ...each.options,
  };
  await writeFile(at('options.json'), JSON.stringify(options));
  const program = each.program ?? (await engineProgram());
  // For node:ffi.
  const flags = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, ...program, at('options.json')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const output = text(child.stdout);
  const ended = once(child, 'exit');
  await until(
    'the engine holds or has ended',
    async () => (await exists(at('ready'))) || child.exitCode !== null,
  );
  await writeFile(at('control'), `start ${Date.now()} 0`);
  const readBlocks = async () =>
    scanBlocks(await readFile(at('samples.blocks')).catch(() => Buffer.alloc(0))).bodies.map(decodeBlock);
  await each.meanwhile?.((words) => writeFile(at('control'), words), readBlocks);
  await ended;
  const jtl = await readFile(at('results.jtl'), 'utf8');
  return {
    code: child.exitCode,
    output: await output,
    log: await readFile(at('jmeter.log'), 'utf8'),
    samples: jtl.trimEnd().split('\n').slice(1).map(sampleOf),
    blocks: await readBlocks(),
    folder,
  };
}

/** Exit code and output without the warnings about load, which depend on the other programs of the machine. */
export function endOf({ code, output }: EngineRun): [code: number | null, output: string] {
  return [code, output.replace(/^warning: (Generator saturation|Schedule lag): .*\n/gm, '')];
}

/** Requires names without commas and quotes. */
function sampleOf(line: string): EngineRun['samples'][number] {
  const fields = line.split(',');
  const [, , label = '', code = '', , thread = ''] = fields;
  return { thread, label, code, allUsers: Number(fields.at(-5)) };
}

/** Label and code of each thread's samples, in order. */
export function byThread(samples: EngineRun['samples']): Record<string, string[]> {
  const threads: Record<string, string[]> = {};
  for (const { thread, label, code } of samples) {
    const own = threads[thread] ?? [];
    own.push(`${label} ${code}`);
    threads[thread] = own;
  }
  return threads;
}
