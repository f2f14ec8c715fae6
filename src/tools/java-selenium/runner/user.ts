import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatArguments } from '../../jvm/argument-file.ts';
import { fileNames, type RunnerSettings } from '../settings.ts';
import { Endpoint } from './endpoint.ts';
import { OpenSessions, sessionsFolder } from './open-sessions.ts';
import { endSessions } from './processes.ts';
import type { RunnerLog } from './runner-log.ts';

const keptErrorLines = 60;

export interface UserParts {
  settings: RunnerSettings;
  /** Compiled script. */
  classPath: readonly string[];
  log: RunnerLog;
}

export interface UserEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** True when the runner ended it, or requested its end. */
  wasEnded: boolean;
  /** The last lines of its standard error. */
  errorLines: string[];
}

/** One virtual user: a JVM with the script, and a WebDriver server. */
export class User {
  readonly index: number;
  readonly #parts: UserParts;
  readonly #sessions = new Set<number>();
  readonly #errorLines: string[] = [];
  #java: ChildProcess | undefined;
  #wasEnded = false;

  constructor(index: number, parts: UserParts) {
    this.index = index;
    this.#parts = parts;
  }

  /** Runs the script to its end, and ends all of its processes. */
  async run(): Promise<UserEnd> {
    const { settings, log } = this.#parts;
    const temporary = this.#temporary;
    await mkdir(temporary, { recursive: true });
    const env = { ...process.env, TMPDIR: temporary, THREAD_ID: String(this.index), MOZ_HEADLESS: '1' };
    const endpoint = new Endpoint({
      settings,
      env,
      isDetached: true,
      sessions: new OpenSessions(sessionsFolder(temporary)),
      onDriver: (pid) => this.#sessions.add(pid),
      onRefused: (lines) => {
        lines.forEach((line) => {
          log.say(`user ${this.index}, driver: ${line}`);
        });
      },
    });
    try {
      const port = await endpoint.listen(0);
      const [code, signal] = await this.#runJava({ ...env, ...driverVariables(settings, port) });
      return { code, signal, wasEnded: this.#wasEnded, errorLines: this.#errorLines };
    } finally {
      await rm(join(settings.tool, fileNames.users, String(this.index)), { force: true });
      await endpoint.close();
      await endSessions(this.#sessions);
      await rm(temporary, { recursive: true, force: true }).catch(() => {});
    }
  }

  /** From now on, its end is expected. */
  expectEnd(): void {
    this.#wasEnded = true;
  }

  signal(name: NodeJS.Signals): void {
    this.#wasEnded = true;
    this.#java?.kill(name);
  }

  async #runJava(env: NodeJS.ProcessEnv): Promise<[number | null, NodeJS.Signals | null]> {
    const { settings, log } = this.#parts;
    const argumentPath = join(settings.tool, `java-${this.index}.args`);
    await writeFile(argumentPath, formatArguments(this.#javaArguments()), { mode: 0o600 });
    const child = spawn(
      settings.java,
      [`@${argumentPath}`, 'spate.selenium.Launch', settings.kind, ...settings.classes],
      { cwd: settings.files, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#java = child;
    if (child.pid !== undefined) {
      this.#sessions.add(child.pid);
    }
    log.copy(this.index, child.stdout);
    log.copy(this.index, child.stderr, (line) => this.#keepError(line));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      // Not `close`: a driver that the script did not end keeps the pipes open.
      child.once('exit', (code, signal) => setImmediate(() => resolve([code, signal])));
    });
  }

  get #temporary(): string {
    return join(this.#parts.settings.temporary, `user-${this.index}`);
  }

  #keepError(line: string): void {
    this.#errorLines.push(line);
    if (this.#errorLines.length > keptErrorLines) {
      this.#errorLines.shift();
    }
  }

  #javaArguments(): string[] {
    const { settings, classPath } = this.#parts;
    const own: Record<string, string> = {
      thread_id: String(this.index),
      'spate.samples': join(settings.tool, fileNames.samples),
      'spate.errors': join(settings.tool, fileNames.errorSamples),
      'spate.users': join(settings.tool, fileNames.users),
      'spate.stop': join(settings.tool, fileNames.stop),
      'spate.sessions': sessionsFolder(this.#temporary),
      'spate.failures': join(settings.results, fileNames.failures),
      'webdriver.chrome.driver': join(settings.launch, fileNames.drivers.chrome),
      'webdriver.gecko.driver': join(settings.launch, fileNames.drivers.firefox),
    };
    return [
      ...settings.javaArguments,
      ...Object.entries(own).map(([name, value]) => `-D${name}=${value}`),
      '-cp',
      classPath.join(':'),
    ];
  }
}

/** Environment variables by which scripts find drivers and browsers; Selenium Manager is never used. */
function driverVariables(settings: RunnerSettings, port: number): Record<string, string> {
  return {
    WEBDRIVER_HOST: '127.0.0.1',
    WEBDRIVER_PORT: String(port),
    SE_CHROMEDRIVER: join(settings.launch, fileNames.drivers.chrome),
    SE_GECKODRIVER: join(settings.launch, fileNames.drivers.firefox),
    SE_OFFLINE: 'true',
    SE_AVOID_STATS: 'true',
  };
}
