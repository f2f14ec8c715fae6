import type { Nginx } from './nginx.ts';

/** What every generator of a comparison has to do. */
export interface Load {
  nginx: Nginx;
  isTls: boolean;
  /** With a transaction, a condition, variables and a pause around and in the request. */
  isFull: boolean;
  users: number;
  /** Checks of the status and of the body, in turns. */
  checks: number;
  /** How long the generators that cannot be told to stop go on: longer than they are looked at. */
  seconds: number;
  core: number;
}

/** A generator that is ready to begin. */
export interface Generator {
  pid: number;
  begin(): Promise<void>;
  /** Comes to its end, told to or by itself. */
  end(): Promise<void>;
  /** The requests that it says it made. */
  counted(): Promise<number>;
}

export const itemPath = '/items/1234';

/** As the plan for JMeter sends them. */
export const itemHeaders: readonly [string, string][] = [
  ['Authorization', 'Bearer abcdef0123456789'],
  ['X-Trace', 'trace-1'],
  ['Accept', 'application/json'],
];

export const priceRegex = '"price":([0-9.]+)';

export function originOf({ nginx, isTls }: Load): string {
  return isTls ? `https://127.0.0.1:${nginx.tlsPort}` : `http://127.0.0.1:${nginx.port}`;
}
