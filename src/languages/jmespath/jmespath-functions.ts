import { doubleNumber, JavaNumber } from '../java/java-number.ts';
import { strictText } from '../json/jackson-text.ts';
import { javaEquals } from '../json/json-text.ts';
import type { JsonObject, JsonValue } from '../json/json-types.ts';
import { entriesOf, valuesOf } from '../json/json-value.ts';
import { UnprovenAnswer } from '../json-path/json-path.ts';
import { compareValues, type JmesPath, type JmesPathType, numberOf, typeOf } from './jmespath-values.ts';

/** What jmespath-java says of an argument that a function does not take. */
class WrongArgument extends Error {
  constructor(name: string, expected: string, actual: string) {
    super(`Invalid argument type calling "${name}": expected ${expected} but was ${actual}`);
  }
}

interface JmesPathFunction {
  /** The last argument may be repeated. */
  isVariadic?: boolean;
  /** Of each value; `undefined` for an expression, a list of types for an array of them. */
  takes: readonly (readonly JmesPathType[] | { arrayOf: readonly JmesPathType[] } | 'any' | undefined)[];
  call(args: JsonValue[], expression: JmesPath, name: string): JsonValue;
}

const numbersOrTexts = { arrayOf: ['number', 'string'] } as const;
const numbers = { arrayOf: ['number'] } as const;
const objects = { arrayOf: ['object'] } as const;
const list = (value: JsonValue | undefined) => value as JsonValue[];
const text = (value: JsonValue | undefined) => value as string;
const wholeNumber = (value: number) => new JavaNumber('Long', value, String(value));
const sum = (values: JsonValue[]) => values.reduce((total: number, value) => total + numberOf(value), 0);
const shown = (value: JsonValue) => (typeof value === 'string' ? value : strictText(value));

const math = (operation: (value: number) => number): JmesPathFunction => ({
  takes: [['number']],
  call: ([value = null]) => doubleNumber(operation(numberOf(value))),
});

const best = (sign: 1 | -1): JmesPathFunction => ({
  takes: [numbersOrTexts],
  call: ([values]) =>
    list(values).length === 0
      ? null
      : list(values).reduce((result, value) => (compareValues(value, result) * sign > 0 ? value : result)),
});

const bestBy = (sign: 1 | -1): JmesPathFunction => ({
  takes: [objects, undefined],
  call: ([values], expression, name) => {
    const pairs = pairsOf(name, list(values), expression);
    return pairs.length === 0
      ? null
      : pairs.reduce((result, pair) => (compareValues(pair.key, result.key) * sign > 0 ? pair : result))
          .element;
  },
});

/** The functions of jmespath-java that are proven. */
export const jmesPathFunctions: Readonly<Record<string, JmesPathFunction>> = {
  abs: math(Math.abs),
  avg: {
    takes: [numbers],
    call: ([values]) =>
      list(values).length === 0 ? null : doubleNumber(sum(list(values)) / list(values).length),
  },
  ceil: math(Math.ceil),
  contains: {
    takes: [['array', 'string'], 'any'],
    call: ([where = null, what = null]) =>
      Array.isArray(where)
        ? where.some((value) => javaEquals(what, value))
        : text(where).includes(shown(what)),
  },
  ends_with: {
    takes: [['string'], ['string']],
    call: ([subject, end]) => text(subject).endsWith(text(end)),
  },
  floor: math(Math.floor),
  join: {
    takes: [['string'], { arrayOf: ['string'] }],
    call: ([glue, parts]) => list(parts).join(text(glue)),
  },
  keys: {
    takes: [['object']],
    call: ([object]) => entriesOf(object as JsonObject).map(([name]) => name),
  },
  length: {
    takes: [['string', 'array', 'object']],
    call: ([subject]) =>
      wholeNumber(
        typeof subject === 'string' || Array.isArray(subject)
          ? subject.length
          : entriesOf(subject as JsonObject).length,
      ),
  },
  map: {
    takes: [undefined, { arrayOf: [] }],
    call: ([, values], expression) => list(values).map(expression),
  },
  max: best(1),
  max_by: bestBy(1),
  merge: {
    isVariadic: true,
    takes: [['object']],
    call: (args) => new Map(args.flatMap((object) => entriesOf(object as JsonObject))),
  },
  min: best(-1),
  min_by: bestBy(-1),
  not_null: {
    isVariadic: true,
    takes: ['any'],
    call: (args) => args.find((value) => value !== null) ?? null,
  },
  reverse: {
    takes: [['array', 'string']],
    call: ([subject]) =>
      Array.isArray(subject) ? subject.toReversed() : [...text(subject)].reverse().join(''),
  },
  sort: { takes: [numbersOrTexts], call: ([values]) => list(values).toSorted(compareValues) },
  sort_by: {
    takes: [objects, undefined],
    call: ([values], expression, name) =>
      pairsOf(name, list(values), expression)
        .sort((one, other) => compareValues(one.key, other.key))
        .map(({ element }) => element),
  },
  starts_with: {
    takes: [['string'], ['string']],
    call: ([subject, start]) => text(subject).startsWith(text(start)),
  },
  sum: { takes: [numbers], call: ([values]) => doubleNumber(sum(list(values))) },
  to_array: {
    takes: ['any'],
    call: ([subject = null]) => (Array.isArray(subject) ? subject : [subject]),
  },
  to_number: { takes: ['any'], call: ([subject = null]) => toNumber(subject) },
  to_string: { takes: ['any'], call: ([subject = null]) => shown(subject) },
  type: { takes: ['any'], call: ([subject = null]) => typeOf(subject) },
  values: { takes: [['object']], call: ([object]) => [...valuesOf(object as JsonObject)] },
};

/** The arguments that are expressions are known by the function's own list. */
export function callJmesPathFunction(name: string, args: readonly JmesPath[], input: JsonValue): JsonValue {
  const { takes, call } = jmesPathFunctions[name] as JmesPathFunction;
  const takenAt = (index: number) => takes[Math.min(index, takes.length - 1)];
  const values = args.map((arg, index) => (takenAt(index) === undefined ? null : arg(input)));
  for (const [index, value] of values.entries()) {
    check(name, takenAt(index), value);
  }
  const expression = args[takes.indexOf(undefined)] ?? ((value) => value);
  return call(values, expression, name);
}

function check(name: string, taken: JmesPathFunction['takes'][number], value: JsonValue): void {
  if (taken === 'any' || taken === undefined) {
    return;
  }
  const type = typeOf(value);
  if (!('arrayOf' in taken)) {
    if (!taken.includes(type)) {
      throw new WrongArgument(name, named(taken, 'or'), type);
    }
    return;
  }
  const expected = `array of ${taken.arrayOf.length === 0 ? 'any value' : named(taken.arrayOf, 'or')}`;
  if (!Array.isArray(value)) {
    throw new WrongArgument(name, expected, type);
  }
  const types = [...new Set(value.map(typeOf))];
  const isWrong = taken.arrayOf.length > 0 && types.some((each) => !taken.arrayOf.includes(each));
  if (types.length > 1 || isWrong) {
    throw new WrongArgument(name, expected, `array containing ${named(types, 'and')}`);
  }
}

function named(types: readonly string[], word: string): string {
  return types.length < 2 ? types.join('') : `${types.slice(0, -1).join(', ')} ${word} ${types.at(-1)}`;
}

/** All keys are numbers or all are texts. */
function pairsOf(
  name: string,
  elements: JsonValue[],
  expression: JmesPath,
): { element: JsonValue; key: JsonValue }[] {
  let wanted: JmesPathType | undefined;
  return elements.map((element) => {
    const key = expression(element);
    const type = typeOf(key);
    if (type !== (wanted ?? type) || (type !== 'number' && type !== 'string')) {
      throw new WrongArgument(name, wanted ?? 'number or string', type);
    }
    wanted = type;
    return { element, key };
  });
}

function toNumber(subject: JsonValue): JsonValue {
  if (typeof subject !== 'string') {
    return typeOf(subject) === 'number' ? subject : null;
  }
  const [, digits] = /^[\0- ]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[dDfF]?[\0- ]*$/.exec(subject) ?? [];
  if (digits === undefined) {
    if (/NaN|Infinity|0[xX]/.test(subject)) {
      throw new UnprovenAnswer(`to_number of ${subject}`);
    }
    return null;
  }
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) {
    if (Number.isInteger(value) || !Number.isFinite(value)) {
      throw new UnprovenAnswer(`to_number of ${subject}`);
    }
    return doubleNumber(value);
  }
  return wholeNumber(value === 0 ? 0 : value);
}
