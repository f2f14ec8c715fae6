import type { JsonValue } from '../json/json-types.ts';
import { getProperty, isObject, valuesOf } from '../json/json-value.ts';
import { parseStrictly } from '../json/strict-json.ts';
import { callJmesPathFunction } from './jmespath-functions.ts';
import type { JmesPathNode } from './jmespath-node.ts';
import { compareValues, isTruthy, type JmesPath, typeOf } from './jmespath-values.ts';
import { parseJmesPath } from './parse-jmespath.ts';

/** Throws JmesPathRefusal; what it makes throws what jmespath-java throws. */
export const compileJmesPath = (written: string): JmesPath => compile(parseJmesPath(written));

function compile(node: JmesPathNode): JmesPath {
  switch (node.kind) {
    case 'current':
      return (input) => input;
    case 'property':
      return (input) => (isObject(input) ? (getProperty(input, node.name) ?? null) : null);
    case 'index':
      return (input) => (Array.isArray(input) ? (input.at(node.index) ?? null) : null);
    case 'slice':
      return (input) => slice(listOf(input), node.start, node.stop, node.step);
    case 'string':
      return () => node.text;
    case 'literal':
      return constant(parseStrictly(node.json));
    case 'flatten':
      return (input) => (Array.isArray(input) ? input.flat(1) : null);
    case 'values':
      return (input) => (isObject(input) ? [...valuesOf(input)] : null);
    case 'sequence':
      return inSequence(node.nodes.map(compile));
    case 'projection':
      return projected(compile(node.inner));
    case 'selection':
      return selected(compile(node.inner));
    case 'not':
      return negated(compile(node.inner));
    case 'and':
      return either(compile(node.left), compile(node.right), false);
    case 'or':
      return either(compile(node.left), compile(node.right), true);
    case 'comparison':
      return compared(node.operator, compile(node.left), compile(node.right));
    case 'list':
      return listed(node.entries.map(compile));
    case 'hash':
      return hashed(node.entries.map(({ name, value }) => [name, compile(value)]));
    case 'call':
      return called(node.name, node.args.map(compile));
  }
}

const constant = (value: JsonValue) => () => value;

function listOf(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value : isObject(value) ? [...valuesOf(value)] : [];
}

/** Of anything: what is no list gives an empty one. */
function slice(list: JsonValue[], start: number, stop: number | undefined, step: number): JsonValue[] {
  const taken = list.slice(start, stop);
  return step === 1 ? taken : taken.filter((_, index) => index % step === 0);
}

const inSequence =
  (steps: readonly JmesPath[]): JmesPath =>
  (input) =>
    steps.reduce((value, step) => step(value), input);

const projected =
  (inner: JmesPath): JmesPath =>
  (input) =>
    Array.isArray(input) ? input.map(inner).filter((value) => value !== null) : null;

const selected =
  (test: JmesPath): JmesPath =>
  (input) =>
    Array.isArray(input) ? input.filter((value) => isTruthy(test(value))) : null;

const negated =
  (inner: JmesPath): JmesPath =>
  (input) =>
    !isTruthy(inner(input));

const either =
  (left: JmesPath, right: JmesPath, isOr: boolean): JmesPath =>
  (input) => {
    const value = left(input);
    return isTruthy(value) === isOr ? value : right(input);
  };

const meanings: Record<string, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '==': (order) => order === 0,
  '>=': (order) => order >= 0,
  '>': (order) => order > 0,
  '!=': (order) => order !== 0,
};

function compared(operator: string, left: JmesPath, right: JmesPath): JmesPath {
  const meaning = meanings[operator] as (order: number) => boolean;
  const isForAll = operator === '==' || operator === '!=';
  return (input) => {
    const [one, other] = [left(input), right(input)];
    const areNumbers = typeOf(one) === 'number' && typeOf(other) === 'number';
    return isForAll || areNumbers ? meaning(compareValues(one, other)) : null;
  };
}

const listed =
  (entries: readonly JmesPath[]): JmesPath =>
  (input) =>
    input === null ? null : entries.map((entry) => entry(input));

const hashed =
  (entries: readonly [string, JmesPath][]): JmesPath =>
  (input) =>
    input === null ? null : new Map(entries.map(([name, value]) => [name, value(input)]));

const called =
  (name: string, args: readonly JmesPath[]): JmesPath =>
  (input) =>
    callJmesPathFunction(name, args, input);
