import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserName, BrowserSettings } from '../settings.ts';
import { type DriverProcess, startDriver } from './driver-process.ts';
import { editNewSession } from './new-session.ts';
import type { OpenSessions } from './open-sessions.ts';

/** A new-session request may contain an extension or profile in base64. */
const largestBodyBytes = 128 * 2 ** 20;
const quitTimeoutMs = 3_000;

export interface EndpointOptions {
  settings: BrowserSettings;
  env: NodeJS.ProcessEnv;
  isDetached: boolean;
  sessions: OpenSessions;
  /** Called with the process id of each started driver. */
  onDriver?: (pid: number) => void;
  /** Called with the output of driver and browser when a session could not be created. */
  onRefused?: (lines: readonly string[]) => void;
  /** Called when a client requests the shutdown of the driver, as Selenium does. */
  onShutdown?: () => void;
}

/**
 * A WebDriver server for one user, with or without the prefix `/wd/hub`. It starts one driver per session, because
 * geckodriver supports only one, and adds options to new sessions that old scripts do not set.
 */
export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #server: Server;
  readonly #drivers = new Map<string, DriverProcess>();
  readonly #starting = new Set<DriverProcess>();
  #isClosed = false;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#server = createServer((incoming, outgoing) => {
      this.#answer(incoming, outgoing).catch((error) => {
        sendError(outgoing, 'unknown error', `The request could not be forwarded: ${String(error)}`);
      });
    });
    // No timeouts: page loads may take minutes, and an idle script keeps its connection.
    this.#server.requestTimeout = 0;
    this.#server.keepAliveTimeout = 0;
  }

  /** Port 0 selects a free one. Resolves with the port. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Quits open browsers where possible, and ends the drivers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#server.close();
    await Promise.all([...this.#drivers].map(([id, driver]) => quit(id, driver.port)));
    for (const driver of [...this.#drivers.values(), ...this.#starting]) {
      driver.end('SIGTERM');
    }
    this.#server.closeAllConnections();
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = (incoming.url ?? '/').replace(/^\/wd\/hub(?=\/|$)/, '') || '/';
    const id = /^\/session\/([^/?]+)/.exec(path)?.[1];
    if (id !== undefined) {
      await this.#passOn(id, path, incoming, outgoing);
    } else if (path === '/session' && incoming.method === 'POST') {
      await this.#open(await readBody(incoming), outgoing);
    } else if (path === '/status') {
      send(outgoing, 200, { value: { ready: true, message: '' } });
    } else if (path === '/shutdown') {
      send(outgoing, 200, { value: null });
      this.#options.onShutdown?.();
    } else {
      sendError(outgoing, 'unknown command', `No command at ${path}.`, 404);
    }
  }

  async #open(body: Buffer, outgoing: ServerResponse): Promise<void> {
    const { settings } = this.#options;
    const session = editNewSession(body.toString('utf8'), settings);
    const { browser } = session;
    const programs = isKnown(browser) ? settings.programs[browser] : undefined;
    if (!isKnown(browser) || !programs) {
      const known = Object.keys(settings.programs).join(' and ');
      sendError(outgoing, 'session not created', `This node cannot run ${browser}. It has ${known}.`);
      return;
    }
    const driver = await this.#start(browser, outgoing);
    if (!driver) {
      return;
    }
    this.#starting.add(driver);
    try {
      const answer = await callDriver(driver.port, 'POST', '/session', session.body);
      const id = sessionId(answer.body);
      if (id === undefined) {
        this.#options.onRefused?.(driver.lastLines);
        driver.end('SIGTERM');
      } else {
        this.#drivers.set(id, driver);
        this.#options.sessions.add(id, driver.port);
      }
      sendRaw(outgoing, answer.status, answer.body);
    } finally {
      this.#starting.delete(driver);
    }
  }

  async #start(browser: BrowserName, outgoing: ServerResponse): Promise<DriverProcess | undefined> {
    const { settings, env, isDetached, onDriver } = this.#options;
    const programs = settings.programs[browser];
    try {
      const options = { env, isDetached, ...(onDriver && { onStarted: onDriver }) };
      const driver = programs && (await startDriver(browser, programs, options));
      if (!this.#isClosed) {
        return driver;
      }
      driver?.end('SIGKILL');
    } catch (error) {
      sendError(outgoing, 'session not created', `The driver of ${browser} did not start: ${String(error)}`);
    }
    return undefined;
  }

  async #passOn(id: string, path: string, incoming: IncomingMessage, outgoing: ServerResponse) {
    const driver = this.#drivers.get(id);
    if (!driver) {
      sendError(outgoing, 'invalid session id', 'The session has ended.', 404);
      return;
    }
    const forget = (signal: NodeJS.Signals) => {
      this.#drivers.delete(id);
      this.#options.sessions.delete(id);
      driver.end(signal);
    };
    const isQuit = incoming.method === 'DELETE' && /^\/session\/[^/]+\/?$/.test(path);
    try {
      const answer = await callDriver(driver.port, incoming.method ?? 'GET', path, await readBody(incoming));
      sendRaw(outgoing, answer.status, answer.body);
    } catch {
      forget('SIGKILL');
      sendError(outgoing, 'invalid session id', "The browser's driver has ended.", 404);
    }
    if (isQuit) {
      forget('SIGTERM');
    }
  }
}

const isKnown = (browser: string): browser is BrowserName => browser === 'chrome' || browser === 'firefox';

async function quit(id: string, port: number): Promise<void> {
  await callDriver(port, 'DELETE', `/session/${id}`, '', AbortSignal.timeout(quitTimeoutMs)).catch(() => {});
}

interface Answer {
  status: number;
  body: Buffer;
}

function callDriver(
  port: number,
  method: string,
  path: string,
  body: string | Buffer,
  signal?: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      ...(length > 0 || method === 'POST' ? { 'content-length': length } : {}),
    };
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, signal }, (response) => {
      readBody(response).then(
        (content) => resolve({ status: response.statusCode ?? 500, body: content }),
        reject,
      );
    });
    outgoing.once('error', reject);
    outgoing.end(length > 0 ? body : undefined);
  });
}

async function readBody(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > largestBodyBytes) {
      throw new Error(`more than ${largestBodyBytes} bytes`);
    }
  }
  return Buffer.concat(chunks);
}

function sessionId(body: Buffer): string | undefined {
  try {
    const answer = JSON.parse(body.toString('utf8')) as {
      sessionId?: unknown;
      value?: { sessionId?: unknown };
    };
    const id = answer.value?.sessionId ?? answer.sessionId;
    return typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}

function sendError(outgoing: ServerResponse, error: string, message: string, status = 500): void {
  send(outgoing, status, { value: { error, message, stacktrace: '' } });
}

function send(outgoing: ServerResponse, status: number, body: unknown): void {
  sendRaw(outgoing, status, Buffer.from(JSON.stringify(body)));
}

function sendRaw(outgoing: ServerResponse, status: number, body: Buffer): void {
  if (!outgoing.headersSent && !outgoing.destroyed) {
    outgoing
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
      .end(body);
  }
}
