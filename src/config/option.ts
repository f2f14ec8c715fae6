import type { Machine } from './machine.ts';

export const sections = {
  address: 'Address and TLS',
  state: 'Storage',
  access: 'Access',
  runs: 'Runs and grids',
  limits: 'Limits and retention',
  monitoring: 'Monitoring',
  log: 'Log',
  client: 'CLI client',
} as const;

/** One row of the options table. */
export interface Option<T> {
  flag: `--${string}`;
  variable: string;
  section: keyof typeof sections;
  /** Description for users: effect and unit. */
  sentence: string;
  /** Default, which may depend on the machine. */
  fallback: (machine: Machine) => T;
  /** Default in the reference. */
  fallbackText: string;
  /** Description of valid values. */
  kind: string;
  /** Throws an Error with the allowed values. */
  parse: (text: string, machine: Machine) => T;
  /** Never printed. */
  isSecret: boolean;
}

/** Common fields of a row. */
export interface Row {
  flag: `--${string}`;
  variable: string;
  section: keyof typeof sections;
  sentence: string;
  isSecret?: boolean;
}
