import type { Nginx } from './nginx.ts';

/** Script kind: Groovy run by our engine, Groovy run in a JVM, or BeanShell, run by our engine. */
export type ScriptKind = 'groovy' | 'groovy-in-jvm' | 'bean-shell';

/** The load of every generator of a comparison. */
export interface Load {
  nginx: Nginx;
  isTls: boolean;
  /** Adds a transaction, a condition, variables and a pause. */
  isFull: boolean;
  users: number;
  /** Number of checks, alternating between status and body. */
  checks: number;
  /** Scripts around each request. */
  scripts?: ScriptKind | undefined;
  /** Duration for generators that cannot be stopped from outside: longer than the measurement. */
  seconds: number;
  core: number;
}

/** A generator that is ready to start. */
export interface Generator {
  pid: number;
  begin(): Promise<void>;
  /** Stops the generator, or waits for its end. */
  end(): Promise<void>;
  /** Number of requests that the generator reports. */
  counted(): Promise<number>;
}

export const itemPath = '/items/1234';

/** The same as in the JMeter plan. */
export const itemHeaders: readonly [string, string][] = [
  ['Authorization', 'Bearer abcdef0123456789'],
  ['X-Trace', 'trace-1'],
  ['Accept', 'application/json'],
];

export const priceRegex = '"price":([0-9.]+)';

export function originOf({ nginx, isTls }: Load): string {
  return isTls ? `https://127.0.0.1:${nginx.tlsPort}` : `http://127.0.0.1:${nginx.port}`;
}
