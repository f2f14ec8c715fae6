import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { inheritedVariables } from './inherited-variables.ts';
import { testProgram } from './programs.ts';
import type { TestService } from './service.ts';
import { until } from './until.ts';

export const spatePath = testProgram('src/main.ts');

export interface CliSettings {
  env?: Record<string, string>;
  cwd: string;
  input?: string;
}

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Environment of the CLI for the service of a test, without settings of the machine. */
export function cliEnvironment(service: Pick<TestService, 'url' | 'token' | 'ca'>): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    SPATE_URL: service.url,
    SPATE_TOKEN: service.token,
    NODE_EXTRA_CA_CERTS: service.ca,
    ...inheritedVariables(),
    ...(process.env.SPATE_CACHE_DIR && { SPATE_CACHE_DIR: process.env.SPATE_CACHE_DIR }),
  };
}

/** Runs the real program without a terminal. */
export async function runCli(args: readonly string[], settings: CliSettings): Promise<CliResult> {
  return resultOf(startCli(args, settings), settings.input);
}

export function startCli(args: readonly string[], { env, cwd }: CliSettings): ChildProcess {
  return spawn(process.execPath, [spatePath, ...args], { cwd, env, stdio: 'pipe' });
}

export async function resultOf(child: ChildProcess, input = ''): Promise<CliResult> {
  if (!child.stdin || !child.stdout || !child.stderr) throw new Error('The process has no pipes.');
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/** The real program in a pseudo-terminal with keyboard input. */
export interface TerminalSession {
  type(keys: string): void;
  /** All output so far, with control characters. */
  raw(): string;
  /** The same as text; overwritten lines are included. */
  text(): string;
  /** Waits until the text matches. */
  sees(pattern: RegExp, limitMs?: number): Promise<RegExpMatchArray>;
  exit(limitMs?: number): Promise<number>;
  close(): void;
}

/** Whether this machine can open a pseudo-terminal for a test, in the form of `skip`. */
export function needsTerminal(): string | false {
  return spawnSync('script', ['--version']).status === 0 ? false : 'this machine lacks script of util-linux';
}

export function openTerminal(args: readonly string[], { env, cwd }: CliSettings): TerminalSession {
  const line = [process.execPath, spatePath, ...args].map(quote).join(' ');
  // -e: the exit code of the command becomes that of script.
  const child = spawn('script', ['-qefc', `stty cols 100 rows 40; exec ${line}`, '/dev/null'], {
    cwd,
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<number>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? (signal === null ? -1 : -2))),
  );
  let isClosed = false;
  const isOver = () => isClosed;
  void ended.then(() => {
    isClosed = true;
  });
  const plain = () => stripVTControlCharacters(output).replaceAll('\r', '\n');
  return {
    type: (keys) => {
      child.stdin.write(keys);
    },
    raw: () => output,
    text: plain,
    sees: async (pattern, limitMs = 120_000) => {
      try {
        return await until(
          `the terminal shows ${pattern}`,
          () => {
            const found = plain().match(pattern);
            if (!found && isOver())
              throw new Error(`The program ended (${child.exitCode}) without ${pattern}.`);
            return found;
          },
          limitMs,
        );
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${plain()}`, { cause: error });
      }
    },
    exit: async (limitMs = 120_000) => {
      await until('the program ends', isOver, limitMs).catch((error: Error) => {
        throw new Error(`${error.message}\n${plain()}`, { cause: error });
      });
      return ended;
    },
    close: () => {
      child.kill('SIGKILL');
    },
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
