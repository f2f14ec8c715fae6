import type { Value } from './values.ts';

/** JMeter's properties. */
export interface PropertiesObject {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  has(name: string): boolean;
  delete(name: string): boolean;
}

/** Environment of script classes: the script's language and the virtual user that runs it. */
export interface ScriptHost {
  /** Epoch milliseconds. */
  nowMs(): number;
  /** A number in [0, 1). */
  random(): number;
  log(level: 'info' | 'warn' | 'error' | 'debug', text: string): void;
  readonly threadName: string;
  readonly properties: PropertiesObject;
  /** Java's text of a value. */
  text(value: Value): string;
  /** Java's `equals`. */
  isSame(one: Value, two: Value): boolean;
  /** Compares as `Comparable` does. */
  compare(one: Value, two: Value): number;
}
