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
import { userAgent } from '../process/engine-worker.ts';

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
  id?: number;
  done?: boolean;
  error?: string;
  isTransaction?: boolean;
  sample?: OracleSample;
  variables?: Record<string, string>;
}

export const oracleSource = fileURLToPath(
  new URL('../../../toolchains/jmeter-oracle/Oracle.java', import.meta.url),
);

/** The Java version in the User-Agent of Apache JMeter's HTTP client, independent of the machine's Java. */
const javaVersion = /Java\/([^)]*)/.exec(userAgent)?.[1] ?? '';

export const jvmOptions = {
  args: [
    '-Xmx256m',
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    // As in JMeter's start scripts: the Parallel controller needs it to create threads.
    '--add-opens=java.base/java.lang=ALL-UNNAMED',
  ],
  /** Keeps language and time zone of the machine out of recordings. */
  env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  javaVersion,
};

/** Longer than any case takes. */
const hangLimitMs = 60_000;
export const hangMessage = 'Apache JMeter did not finish the plan';

interface Waiting {
  events: OracleEvent[];
  resolve(events: OracleEvent[]): void;
  reject(error: Error): void;
}

/** Apache JMeter in a JVM that runs one plan after another. Replaced if it hangs or exits. */
export class Oracle {
  readonly #args: readonly string[];
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #waiting: Waiting | undefined;
  #count = 0;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(args: readonly string[], folder: string) {
    this.#args = args;
    this.#folder = folder;
  }

  /** `home`: the JMeter of the toolchain. `more`: jars after its own on the class path. */
  static async start(home: string, cacheDir: string, more: readonly string[] = []): Promise<Oracle> {
    const jars = await jarsOf(home);
    const classes = await compile(jars, cacheDir);
    const folder = await mkdtemp(join(tmpdir(), 'spate-oracle-'));
    const classPath = [classes, ...jars, ...more].join(':');
    return new Oracle([...jvmOptions.args, '-cp', classPath, 'Oracle', home, javaVersion], folder);
  }

  /** Working folder of the JVM: scripts and plugins write files with relative names here. */
  get workingFolder(): string {
    return this.#folder;
  }

  #startJvm(): Promise<void> {
    const child = spawn('java', this.#args, {
      cwd: this.#folder,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...jvmOptions.env },
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.startsWith('\u0001')) {
          return;
        }
        const answer = JSON.parse(line.slice(1)) as Answer;
        if (answer.ready) {
          resolve();
        } else {
          this.#take(answer);
        }
      });
      child.once('exit', (code) => {
        const error = new Error(`Apache JMeter ended with ${code}`);
        this.#child = undefined;
        reject(error);
        this.#waiting?.reject(error);
      });
    });
  }

  async #endJvm(): Promise<void> {
    const child = this.#child;
    if (!child) {
      return;
    }
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting;
    if (!waiting || answer.id !== this.#count) {
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

  /** Runs a plan after those queued before. Returns every sample that a listener at the root of the plan receives. */
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
    if (!this.#child) {
      await this.#startJvm();
    }
    this.#count += 1;
    const path = join(folder, `plan-${this.#count}.jmx`);
    await writeFile(path, plan);
    const { promise, resolve, reject } = Promise.withResolvers<OracleEvent[]>();
    this.#waiting = { events: [], resolve, reject };
    const timer = setTimeout(() => {
      const events = this.#waiting?.events.length;
      this.#waiting = undefined;
      const error = new Error(`${hangMessage} within ${hangLimitMs / 1000} s, after ${events} samples.`);
      // The next plan starts a new JVM.
      this.#endJvm().then(() => reject(error), reject);
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

/** Compiles the oracle once for each version of its source. */
async function compile(jars: readonly string[], cacheDir: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(oracleSource))
    .update(jars.join(':'))
    .digest('hex');
  const classes = join(cacheDir, `jmeter-oracle-${hash.slice(0, 12)}`);
  if (await exists(classes)) {
    return classes;
  }
  const building = `${classes}.${process.pid}`;
  await mkdir(building, { recursive: true });
  const { code, lines } = await runChild('javac', ['-cp', jars.join(':'), '-d', building, oracleSource], {
    timeoutMs: 120_000,
  });
  if (code !== 0) {
    throw new Error(`The oracle does not compile: ${lines.slice(-5).join('\n')}`);
  }
  await rename(building, classes).catch(() => rm(building, { recursive: true, force: true }));
  return classes;
}
