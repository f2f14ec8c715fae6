import type { Making } from '../making.ts';

/** Types of values in random scripts. `number` is any of the number types of a language. */
export type ScriptType = 'int' | 'number' | 'text' | 'boolean' | 'ints' | 'texts' | 'map';

export const scriptTypes: readonly ScriptType[] = [
  ...(['int', 'number', 'text', 'boolean', 'ints', 'texts', 'map'] as const),
];

export interface Local {
  name: string;
  type: ScriptType;
}

/** Names and objects that a part of a random script may use. */
export interface ScriptScope {
  making: Making;
  locals: readonly Local[];
  /** Name of the sample that the script reads, if it has one. */
  sample?: string;
  /** Whether the script has `sampler`. */
  hasSampler: boolean;
  /** Whether the script is an argument of a function, which has no name and no parameters. */
  isArgument?: boolean;
}

export const withLocal = (scope: ScriptScope, ...more: Local[]): ScriptScope => ({
  ...scope,
  locals: [...scope.locals, ...more],
});

/** A name that no variable of the plan has, so that JMeter does not replace `${…}` in texts of Groovy. */
export const newName = ({ making }: ScriptScope): string => `v${making.count()}`;

/** Generates scripts until one is supported by the engine itself. */
export function writeTranslated(
  write: () => string,
  problemOf: (script: string) => string | undefined,
): string {
  for (;;) {
    const script = write();
    if (problemOf(script) === undefined) {
      return script;
    }
  }
}

/** Generates a value for a `${…}` of Groovy that JMeter does not take for a variable. */
export function writeEmbedded(write: () => string): string {
  return writeTranslated(write, (value) => (/\$\{\w+\}/.test(value) ? 'a variable' : undefined));
}

/** Ways to write a value, each with its weight. */
export type Ways = (readonly [weight: number, make: () => string])[];

/** Picks one of several texts. */
export const pickedFrom = ({ making }: ScriptScope, ...from: string[]): Ways => [
  [3, () => making.chance.pick(from)],
];

/** Picks a local variable of a type. */
export const ofLocals = ({ locals, making }: ScriptScope, type: ScriptType): Ways => {
  const names = locals.filter((each) => each.type === type).map(({ name }) => name);
  return names.length === 0 ? [] : [[4, () => making.chance.pick(names)]];
};

/** Regular expressions that mean the same in Java and in the engine, including groups. */
export const expressions: readonly string[] = [
  '\\d+',
  '[a-z]+',
  '(\\w)(\\d)?',
  'o|e',
  '\\s*,\\s*',
  '^.',
  '(?i)[A-C]',
];

export const datePatterns: readonly string[] = [
  ...[
    'yyyy-MM-dd HH:mm:ss',
    "yyyy-MM-dd'T'HH:mm:ss.SSS",
    'd/M/yy',
    'EEE, dd MMM yyyy',
    'hh:mm a',
    'yyyyMMdd',
  ],
];
