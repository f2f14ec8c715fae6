import type { ClassTable } from './class-table.ts';
import type { ScriptRun } from './script-run.ts';
import type { Value } from './values.ts';

/** The operations of a language on values. */
export interface Semantics {
  readonly classes: ClassTable;
  isTrue(value: Value): boolean;
  unary(operator: string, value: Value): Value;
  binary(operator: string, left: Value, right: Value, run: ScriptRun): Value;
  /** The value that `+=` and similar operators assign. */
  compound(operator: string, before: Value, value: Value, run: ScriptRun): Value;
  /** The value that `++` and `--` assign. */
  step(sign: '+' | '-', before: Value, run: ScriptRun): Value;
  readProperty(target: Value, name: string, run: ScriptRun): Value;
  writeProperty(target: Value, name: string, value: Value, run: ScriptRun): void;
  readIndex(target: Value, index: Value, run: ScriptRun): Value;
  writeIndex(target: Value, index: Value, value: Value, run: ScriptRun): void;
  call(target: Value, name: string, args: readonly Value[], run: ScriptRun): Value;
  construct(className: string, args: readonly Value[], run: ScriptRun): Value;
  /** Converts to the type of a variable, or by `(type) value`. */
  cast(type: string, value: Value): Value;
  isInstance(type: string, value: Value): boolean;
  items(value: Value): readonly Value[];
  /** Whether a `switch` value matches a case. */
  isCase(tested: Value, value: Value): boolean;
}
