import type { Machine } from './machine.ts';

export const sections = {
  address: 'Address and TLS',
  state: 'Where things are kept',
  access: 'Access',
  runs: 'Runs and grids',
  limits: 'Limits and retention',
  log: 'Log',
  client: 'The command line as a client',
} as const;

/** One row of the options table. */
export interface Option<T> {
  flag: `--${string}`;
  variable: string;
  section: keyof typeof sections;
  /** One sentence for people: what it does, and the unit. */
  sentence: string;
  /** What is used when nothing is given; a function where it depends on the machine. */
  fallback: (machine: Machine) => T;
  /** The default as the reference shows it. */
  fallbackText: string;
  /** What a value looks like, in words. */
  kind: string;
  /** Throws an Error whose message says what is allowed. */
  parse: (text: string, machine: Machine) => T;
  /** Never printed. */
  isSecret: boolean;
}

/** The text columns of a row, in the order they are written. */
export interface Row {
  flag: `--${string}`;
  variable: string;
  section: keyof typeof sections;
  sentence: string;
  isSecret?: boolean;
}
