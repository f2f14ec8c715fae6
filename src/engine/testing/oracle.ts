import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { runChild } from '../../lib/child-process.ts';
import { exists } from '../../lib/exists.ts';

/** One sample as Apache JMeter made it. */
export interface OracleSample {
  label: string;
  code: string;
  message: string;
  success: boolean;
  dataType: string;
  contentType: string;
  encoding: string | null;
  thread: string;
  groupThreads: number;
  allThreads: number;
  bytes: number;
  headerBytes: number;
  bodyBytes: number;
  sentBytes: number;
  start: number;
  end: number;
  elapsed: number;
  idle: number;
  latency: number;
  connect: number;
  url: string;
  requestHeaders: string;
  responseHeaders: string;
  samplerData: string | null;
  body: string;
  assertions: { name: string; failure: boolean; error: boolean; message: string | null }[];
  children: OracleSample[];
}

export interface OracleEvent {
  isTransaction: boolean;
  sample: OracleSample;
  variables: Record<string, string>;
}

interface Answer {
  ready?: boolean;
  java?: string;
  id?: number;
  done?: boolean;
  error?: string;
  isTransaction?: boolean;
  sample?: OracleSample;
  variables?: Record<string, string>;
}

const source = fileURLToPath(new URL('../../../toolchains/jmeter-oracle/Oracle.java', import.meta.url));

/** No case takes as long, but thread groups of plugins can wait for a user for ever on a machine that is held up. */
const hangLimitMs = 60_000;

/** A plan did not come to its end in Apache JMeter. */
export class ApacheHung extends Error {}

/** Apache JMeter in one JVM that stays alive and runs one plan after another. One that hangs is replaced. */
export class Oracle {
  readonly #args: readonly string[];
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #waiting:
    | { events: OracleEvent[]; resolve(events: OracleEvent[]): void; reject(error: Error): void }
    | undefined;
  #count = 0;
  /** What its HTTP client calls itself. */
  userAgent = '';
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(args: readonly string[], folder: string) {
    this.#args = args;
    this.#folder = folder;
  }

  /** `home` is the JMeter that the toolchain has laid out. */
  static async start(home: string, cacheDir: string): Promise<Oracle> {
    const jars = await jarsOf(home);
    const classes = await compile(jars, cacheDir);
    const folder = await mkdtemp(join(tmpdir(), 'spate-oracle-'));
    const args = [
      '-Xmx256m',
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-Djava.awt.headless=true',
      '-Dfile.encoding=UTF-8',
      // As in JMeter's own scripts: the Parallel controller makes its threads with it.
      '--add-opens=java.base/java.lang=ALL-UNNAMED',
    ];
    const oracle = new Oracle([...args, '-cp', [classes, ...jars].join(':'), 'Oracle', home], folder);
    await oracle.#startJvm();
    return oracle;
  }

  #startJvm(): Promise<void> {
    const child = spawn('java', this.#args, { cwd: this.#folder, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child = child;
    return new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.startsWith('\u0001')) {
          return;
        }
        const answer = JSON.parse(line.slice(1)) as Answer;
        if (answer.ready) {
          this.userAgent = `Apache-HttpClient/4.5.14 (Java/${answer.java ?? ''})`;
          resolve();
        } else {
          this.#take(answer);
        }
      });
      child.once('exit', (code) => {
        const error = new Error(`Apache JMeter ended with ${code}`);
        reject(error);
        this.#waiting?.reject(error);
      });
    });
  }

  async #endJvm(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting;
    if (!waiting) {
      return;
    }
    if (answer.done) {
      this.#waiting = undefined;
      if (answer.error) {
        waiting.reject(new Error(answer.error));
      } else {
        waiting.resolve(waiting.events);
      }
    } else if (answer.sample) {
      const { isTransaction = false, sample, variables = {} } = answer;
      waiting.events.push({ isTransaction, sample, variables });
    }
  }

  /** Every sample that a listener at the plan's root is told of. Plans are run one after another. */
  run(
    plan: string | Buffer,
    properties: Record<string, string> = {},
    folder = this.#folder,
    systemProperties: Record<string, string> = {},
  ): Promise<OracleEvent[]> {
    const turn = this.#queue.then(() => this.#runNow(plan, properties, folder, systemProperties));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #runNow(
    plan: string | Buffer,
    properties: Record<string, string>,
    folder: string,
    systemProperties: Record<string, string>,
  ): Promise<OracleEvent[]> {
    this.#count += 1;
    const path = join(folder, `plan-${this.#count}.jmx`);
    await writeFile(path, plan);
    const { promise, resolve, reject } = Promise.withResolvers<OracleEvent[]>();
    this.#waiting = { events: [], resolve, reject };
    const timer = setTimeout(() => {
      this.#waiting = undefined;
      this.#endJvm()
        .then(() => this.#startJvm())
        .then(() => reject(new ApacheHung(`Apache JMeter did not end within ${hangLimitMs} ms.`)), reject);
    }, hangLimitMs);
    const order = { id: this.#count, plan: path, properties, systemProperties };
    this.#child?.stdin?.write(`${JSON.stringify(order)}\n`);
    return promise.finally(() => clearTimeout(timer));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#endJvm();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function jarsOf(home: string): Promise<string[]> {
  const jars = [join(home, 'bin/ApacheJMeter.jar')];
  for (const folder of ['lib', 'lib/ext', 'lib/plugins']) {
    const names = await readdir(join(home, folder)).catch(() => []);
    jars.push(...names.filter((name) => name.endsWith('.jar')).map((name) => join(home, folder, name)));
  }
  return jars;
}

/** Compiled once for each version of its source. */
async function compile(jars: readonly string[], cacheDir: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(source))
    .update(jars.join(':'))
    .digest('hex');
  const classes = join(cacheDir, `jmeter-oracle-${hash.slice(0, 12)}`);
  if (await exists(classes)) {
    return classes;
  }
  const building = `${classes}.${process.pid}`;
  await mkdir(building, { recursive: true });
  const { code, lines } = await runChild('javac', ['-cp', jars.join(':'), '-d', building, source], {
    timeoutMs: 120_000,
  });
  if (code !== 0) {
    throw new Error(`The oracle does not compile: ${lines.slice(-5).join('\n')}`);
  }
  await rename(building, classes).catch(() => rm(building, { recursive: true, force: true }));
  return classes;
}
