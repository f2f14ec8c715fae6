import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { needs } from '../../../test/support/needs.ts';
import type { StepResult } from '../../tool-process/step-result.ts';
import { ChromiumFinder } from '../../tools/service-chrome/chromium.ts';
import { compileScript } from './compile.ts';
import type { UserEnd, UserOptions } from './contract.ts';
import type { FailedTraffic } from './measure/failed-traffic.ts';
import { runUser } from './user.ts';

export interface Ran {
  end: UserEnd;
  steps: StepResult[];
  /** Of failed steps. */
  traffic: FailedTraffic[];
  skipped: string[];
  logs: string[];
  actions: string[];
  iterations: boolean[];
  folder: string;
}

export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A real browser, pages on loopback and a folder for scripts, shared by the tests of one file. */
export class ScriptBench {
  origin = '';
  pages: Record<string, Answer> = {};
  requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  launches = 0;
  #browser: Browser | null = null;
  #server: Server | null = null;
  #folders: string[] = [];

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      this.requests.push({ path: request.url ?? '/', headers: request.headers });
      const answer = this.pages[path];
      if (typeof answer === 'function') return answer(request, response);
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(answer ?? 'nothing here');
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) =>
      this.#server === null ? resolve() : this.#server.close(() => resolve()),
    );
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }

  async openBrowser(args: string[] = []): Promise<Browser> {
    if (this.#browser?.isConnected() && args.length === 0) return this.#browser;
    this.#browser = await chromium.launch({
      executablePath: (await new ChromiumFinder().require()).path,
      headless: true,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...args],
    });
    this.launches += 1;
    return this.#browser;
  }

  async folder(files: Record<string, string>): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'spate-script-'));
    this.#folders.push(folder);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    return folder;
  }

  /** Runs a script for one user, by default once. `ORIGIN` is replaced by the origin of the pages. */
  async run(
    source: string | Record<string, string>,
    options: Partial<UserOptions> = {},
    onLine: (line: string) => void = () => {},
  ): Promise<Ran> {
    const files = typeof source === 'string' ? { 'script.ts': source } : source;
    const filled = Object.entries(files).map(([name, text]) => [
      name,
      text.replaceAll('ORIGIN', this.origin),
    ]);
    const folder = await this.folder(Object.fromEntries(filled));
    const name = Object.keys(files)[0] ?? 'script.ts';
    const ran: Ran = {
      end: { iterations: 0, why: 'broken', error: null },
      steps: [],
      traffic: [],
      skipped: [],
      logs: [],
      actions: [],
      iterations: [],
      folder,
    };
    ran.end = await runUser({
      script: await compileScript(name, folder),
      identity: testIdentity,
      filesFolder: folder,
      resultsFolder: join(folder, 'results'),
      durationS: null,
      loopCount: 1,
      openBrowser: () => this.openBrowser(),
      observer: {
        onIterationStart: () => {},
        onIterationEnd: (_iteration, isPassed) => ran.iterations.push(isPassed),
        onStepStart: () => {},
        onAction: (action, text) => ran.actions.push(`${action} ${text}`.trim()),
        onStepReturned: () => {},
        keepsTraffic: () => true,
        onStepEnd: (step, traffic) => {
          ran.steps.push(step);
          if (traffic) ran.traffic.push(traffic);
        },
        onStepSkipped: (label, why) => ran.skipped.push(`${label} ${why}`),
        onLog: (from, level, text) => {
          ran.logs.push(`${from} ${level}: ${text}`);
          onLine(`${from} ${level}: ${text}`);
        },
      },
      stop: new AbortController().signal,
      ...options,
    });
    return ran;
  }
}

export const testIdentity = {
  userIndex: 0,
  nodeIndex: 0,
  gridIndex: 0,
  nodeCount: 1,
  gridNumber: 1,
  nodeNumber: 1,
  runNumber: 1,
  projectNumber: 1,
  region: 'local',
  isLoadTest: false,
};

/** Why tests that need a browser are skipped, or false. */
export const skip = needs('chromium');

/** Settings without think time. */
export const quick = `export const settings = { actionDelay: '0s', stepDelay: '0s', waitTimeout: '30s' };`;
