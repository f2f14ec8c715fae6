import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { inheritedVariables } from './inherited-variables.ts';
import { needs } from './needs.ts';
import { serveProgram, testProgram } from './programs.ts';
import { until } from './until.ts';

/** Token of the first user of test services. */
export const token = 'spate_live_0123456789abcdef0123456789abcdef01234567';

export interface ServiceProcessOptions {
  dataDir: string;
  logPath: string;
  port: number;
  /** Evaluated at each start. */
  environment: () => Record<string, string>;
  /** Whether the started service responds. */
  isReady(): Promise<boolean>;
}

/** The process of a service, which can exit and start again on the same port and folder. */
export interface ServiceProcess {
  start(): Promise<void>;
  /** Resolves at the exit of the process; immediately if it has exited. */
  end(signal: NodeJS.Signals): Promise<void>;
  isRunning(): boolean;
  /** Of the last start. */
  pid(): number | undefined;
  log(): Promise<string>;
}

export function serviceProcess(options: ServiceProcessOptions): ServiceProcess {
  const { dataDir, logPath, port, environment, isReady } = options;
  const log = () => readFile(logPath, 'utf8');
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    async start() {
      const output = await open(logPath, 'a');
      const own = spawn(process.execPath, [testProgram(serveProgram), 'serve'], {
        cwd: dataDir,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          SPATE_DATA_DIR: dataDir,
          SPATE_PORT: String(port),
          SPATE_TOKEN: token,
          // Test services accept a missing bubblewrap.
          ...(needs('bubblewrap') !== false && { SPATE_SANDBOX: 'off' }),
          ...inheritedVariables(),
          ...(process.env.SPATE_CACHE_DIR && { SPATE_CACHE_DIR: process.env.SPATE_CACHE_DIR }),
          ...environment(),
        },
        // The input ends when this process exits: test/support/serve.ts then stops the service.
        stdio: ['pipe', output.fd, output.fd],
      });
      child = own;
      await output.close();
      await until('the service is ready', async () => {
        if (own.exitCode !== null) throw new Error(`The service ended:\n${await log()}`);
        return isReady();
      });
    },
    async end(signal) {
      if (!child || !isRunning()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
    isRunning,
    pid: () => child?.pid,
    log,
  };
}
