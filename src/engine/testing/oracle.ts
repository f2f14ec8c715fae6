import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
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

/** Apache JMeter in one JVM that stays alive and runs one plan after another. */
export class Oracle {
  readonly #child: ChildProcess;
  readonly #folder: string;
  #waiting:
    | { events: OracleEvent[]; resolve(events: OracleEvent[]): void; reject(error: Error): void }
    | undefined;
  #count = 0;
  /** What its HTTP client calls itself. */
  userAgent = '';
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
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
    const child = spawn('java', [...args, '-cp', [classes, ...jars].join(':'), 'Oracle', home], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const oracle = new Oracle(child, folder);
    await oracle.#listen();
    return oracle;
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      child(this.#child).on('line', (line) => {
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
      this.#child.once('exit', (code) => {
        const error = new Error(`Apache JMeter ended with ${code}`);
        reject(error);
        this.#waiting?.reject(error);
      });
    });
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
    return new Promise((resolve, reject) => {
      this.#waiting = { events: [], resolve, reject };
      const order = { id: this.#count, plan: path, properties, systemProperties };
      this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await gone;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function child(process: ChildProcess) {
  if (!process.stdout) {
    throw new Error('no output');
  }
  return createInterface({ input: process.stdout });
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
