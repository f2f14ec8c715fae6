import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { BrowserName, BrowserPrograms } from '../settings.ts';

const startTimeoutMs = 60_000;
/** Chromedriver selects a free IPv6 port and exits if the same IPv4 port is in use. */
const maxTries = 4;
const keptLines = 15;
const maxLineLength = 500;

export interface DriverProcess {
  port: number;
  /** The last output lines of the driver and its browser. */
  lastLines: readonly string[];
  end(signal: NodeJS.Signals): void;
}

export interface DriverOptions {
  env: NodeJS.ProcessEnv;
  /** Starts the driver in its own session, by which its browsers are found. */
  isDetached: boolean;
  /** Called with the process id. */
  onStarted?: (pid: number) => void;
}

/** The driver exited before it listened. */
class EndedEarly extends Error {}

/** Starts chromedriver or geckodriver on a port of its choice; resolves when it listens. */
export async function startDriver(
  browser: BrowserName,
  programs: BrowserPrograms,
  options: DriverOptions,
): Promise<DriverProcess> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryDriver(browser, programs, options);
    } catch (error) {
      if (!(error instanceof EndedEarly) || tries === maxTries) throw error;
    }
  }
}

async function tryDriver(
  browser: BrowserName,
  programs: BrowserPrograms,
  options: DriverOptions,
): Promise<DriverProcess> {
  // A separate port for WebDriver BiDi; otherwise a second Firefox on a machine does not start.
  const args =
    browser === 'chrome' ? ['--port=0', '--enable-chrome-logs'] : ['--port=0', '--websocket-port=0'];
  const child = spawn(programs.driver, args, {
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.isDetached,
  });
  if (child.pid !== undefined) {
    options.onStarted?.(child.pid);
  }
  const lastLines: string[] = [];
  try {
    const port = await portOf(child, (line) => {
      lastLines.push(line.slice(0, maxLineLength));
      lastLines.splice(0, lastLines.length - keptLines);
    });
    return { port, lastLines, end: (signal) => child.kill(signal) };
  } catch (error) {
    child.kill('SIGKILL');
    if (error instanceof EndedEarly) error.message = [error.message, ...lastLines].join('\n');
    throw error;
  }
}

function portOf(child: ChildProcess, onLine: (line: string) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it did not report its port')), startTimeoutMs);
    child.once('error', reject);
    // On `close`, not `exit`: output can arrive after the exit.
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      reject(new EndedEarly(`it ended with ${signal ?? `code ${code}`}`));
    });
    for (const input of [child.stdout, child.stderr].filter((stream) => stream !== null)) {
      // Keep reading, so that the browser never blocks on a write.
      createInterface({ input }).on('line', (line) => {
        const port = /(?:successfully on port |Listening on [\d.]+:)(\d+)/.exec(line)?.[1];
        onLine(line);
        if (port !== undefined) {
          clearTimeout(timer);
          resolve(Number(port));
        }
      });
    }
  });
}
