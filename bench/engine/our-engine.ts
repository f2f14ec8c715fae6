import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratorLoad } from '../../src/domain/generator.ts';
import { scriptJvmCommand } from '../../src/engine/testing/script-jvm-command.ts';
import { findJvmScripts } from '../../src/jmx/jvm-scripts.ts';
import { readJmx } from '../../src/jmx/read-jmx.ts';
import { exists } from '../../src/lib/exists.ts';
import { decodeBlock, scanBlocks } from '../../src/tool-process/block-codec.ts';
import type { EngineOptions } from '../../src/tool-process/engine-options.ts';
import { engineNodeFlags } from '../../src/tools/jmeter/engine-flags.ts';
import { engineProgram } from '../../test/support/engine-bundle.ts';
import { until } from '../../test/support/until.ts';
import { ownChild } from './own-child.ts';
import { requestLabel } from './plan.ts';

const stopGraceMs = 10_000;
/** For experiments with flags of Node.js. */
const moreFlags = process.env.BENCH_NODE_FLAGS?.split(' ') ?? [];
const readyTimeoutMs = 60_000;
const lookEveryMs = 5;

interface StartOptions {
  /** The plan that determines the flags of Node.js; default: the plan that runs. */
  asForPlan?: string;
  /** More flags for Node.js. */
  flags?: readonly string[];
  /** Arguments of Node.js for the engine; default: from its bundle, as on a node. */
  program?: readonly string[];
  /** Number of threads; default: as on a node. */
  workers?: number;
  /** Contents of data files, by name. */
  files?: Readonly<Record<string, string>>;
}

const needsJvm = (plan: string) => findJvmScripts(readJmx('plan.jmx', Buffer.from(plan)).roots).size > 0;

/** One run of our engine, held at the barrier until `start`. */
export class OurEngine {
  readonly #process: ChildProcess;
  readonly #options: EngineOptions;

  /** Time from the start of the process until it was ready. */
  readyAfterMs = 0;

  private constructor(child: ChildProcess, options: EngineOptions) {
    this.#process = child;
    this.#options = options;
  }

  static async prepare(
    folder: string,
    plan: string,
    cores: number | string,
    { asForPlan = plan, flags = [], program, workers, files = {} }: StartOptions = {},
  ): Promise<OurEngine> {
    await mkdir(folder);
    await writeFile(join(folder, 'plan.jmx'), plan);
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), content);
    }
    const options: EngineOptions = {
      planName: 'plan.jmx',
      properties: {},
      filesFolder: folder,
      readyPath: join(folder, 'ready'),
      controlPath: join(folder, 'control'),
      samplesPath: join(folder, 'samples'),
      resultsPath: join(folder, 'results.jtl'),
      maxResultsBytes: 2 ** 30,
      logPath: join(folder, 'jmeter.log'),
      ...(workers === undefined ? {} : { workers }),
      ...(needsJvm(plan) ? { scriptJvm: await scriptJvmCommand([]) } : {}),
    };
    await writeFile(join(folder, 'options.json'), JSON.stringify(options));
    const entry = program ?? (await engineProgram());
    const startedAtMs = performance.now();
    const child = spawn(
      'taskset',
      [
        '-c',
        String(cores),
        process.execPath,
        ...engineNodeFlags(Buffer.from(asForPlan), {}, Number.POSITIVE_INFINITY),
        ...moreFlags,
        ...flags,
        ...entry,
        join(folder, 'options.json'),
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const engine = new OurEngine(ownChild(child), options);
    await until('the engine is ready', () => exists(options.readyPath), readyTimeoutMs, lookEveryMs);
    engine.readyAfterMs = performance.now() - startedAtMs;
    return engine;
  }

  /** taskset replaces itself with the program, so the pid is that of Node.js. */
  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async start(): Promise<void> {
    await writeFile(this.#options.controlPath, `start ${Date.now()}`);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await writeFile(this.#options.controlPath, `stop ${stopGraceMs}`);
    await ended;
  }

  /** Number of samples that are requests. */
  async requests(): Promise<number> {
    const { bodies } = scanBlocks(await readFile(this.#options.samplesPath));
    return bodies.reduce((sum, body) => sum + (decodeBlock(body).labels.get(requestLabel)?.count ?? 0), 0);
  }

  /** The last load that the engine reported. */
  async load(): Promise<GeneratorLoad | undefined> {
    const { bodies } = scanBlocks(await readFile(this.#options.samplesPath));
    return bodies.map((body) => decodeBlock(body).generator?.run).findLast((run) => run !== undefined);
  }

  /** Schedule lag p99 of each second. */
  async lagBySecond(): Promise<{ second: number; p99Ms: number }[]> {
    const { bodies } = scanBlocks(await readFile(this.#options.samplesPath));
    return bodies.flatMap((body) => {
      const { second, generator } = decodeBlock(body);
      return generator ? [{ second, p99Ms: generator.latest.lagP99Ms }] : [];
    });
  }

  async log(): Promise<string> {
    return await readFile(this.#options.logPath, 'utf8');
  }
}
