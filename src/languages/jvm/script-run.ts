import type { ScriptHost } from './script-host.ts';
import { UnsupportedScript, type Value } from './values.ts';

/** Maximum time that a script may block the other virtual users of its thread. */
const maxLoopMs = 5000;
const passesPerClockRead = 4096;

/** One execution of a script. */
export class ScriptRun {
  readonly host: ScriptHost;
  /** Variables that the script sets without declaring them. */
  readonly binding: Map<string, Value>;
  /** A predefined variable of the script; undefined for other names. */
  readonly given: (name: string) => Value;
  /** Value of the `return` in progress. */
  returned: Value = null;
  #passes = 0;
  #startedAtMs = 0;

  constructor(host: ScriptHost, given: (name: string) => Value, binding = new Map<string, Value>()) {
    this.host = host;
    this.given = given;
    this.binding = binding;
  }

  /** Called for each loop iteration and each method call. */
  tick(): void {
    this.#passes += 1;
    if (this.#passes % passesPerClockRead === 0) {
      const now = performance.now();
      this.#startedAtMs ||= now;
      if (now - this.#startedAtMs > maxLoopMs) {
        throw new UnsupportedScript('a loop of more than five seconds');
      }
    }
  }
}

/** Local variables of one execution of a script, method, closure or loop body. */
export class Frame {
  readonly run: ScriptRun;
  readonly parent: Frame | undefined;
  readonly slots: Value[];

  constructor(run: ScriptRun, parent: Frame | undefined, size: number) {
    this.run = run;
    this.parent = parent;
    this.slots = new Array<Value>(size).fill(null);
  }
}

export type Run = (frame: Frame) => Value;

/** A compiled expression, with the class of its value where known before the run. */
export interface Code {
  run: Run;
  type: string | undefined;
  /** Null or a primitive value of Java, never an object: BeanShell compares objects by identity. */
  isPrimitive?: boolean;
}

/** How a statement ended. */
export type Completion = 'normal' | 'break' | 'continue' | 'return';
export type Execute = (frame: Frame) => Completion;
