import { JavaNumber, numberText } from '../java/java-number.ts';
import { isNumber, javaEquals } from '../json/json-text.ts';
import type { JsonValue } from '../json/json-types.ts';
import { getProperty, isObject } from '../json/json-value.ts';
import type { FilterValue, JsonFilter, JsonPathToken } from './json-path-token.ts';

/** An absent value: not equal to anything, including itself. */
const missing = Symbol('missing');
type Operand = JsonValue | typeof missing;

export function isAccepted(filter: JsonFilter, item: JsonValue, root: JsonValue): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => isAccepted(part, item, root));
    case 'or':
      return filter.parts.some((part) => isAccepted(part, item, root));
    case 'not':
      return !isAccepted(filter.part, item, root);
    case 'exists':
      return (follow(filter.tokens, item) !== missing) === filter.isWanted;
    case 'compare':
      return isTrue(filter, item, root);
  }
}

function isTrue(filter: JsonFilter & { kind: 'compare' }, item: JsonValue, root: JsonValue): boolean {
  const left = operandOf(filter.left, item, root);
  const { right } = filter;
  switch (filter.operator) {
    case '=~':
      return right.kind === 'regex' && isMatched(regexOf(right), left);
    case 'IN':
    case 'NIN': {
      const values = right.kind === 'list' ? right.values : [];
      const isIn = values.some((value) => isEqual(left, operandOf(value, item, root)));
      return isIn === (filter.operator === 'IN');
    }
    default:
      return compare(filter.operator, left, operandOf(right, item, root));
  }
}

function compare(operator: string, left: Operand, right: Operand): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '===':
      return kindOf(left) === kindOf(right) && isEqual(left, right);
    case '!==':
      return !(kindOf(left) === kindOf(right) && isEqual(left, right));
  }
  const order = orderOf(left, right);
  if (order === undefined) {
    return false;
  }
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator] ?? false;
}

function orderOf(left: Operand, right: Operand): number | undefined {
  if (left !== missing && right !== missing && isNumber(left) && isNumber(right)) {
    return numeric(left) - numeric(right);
  }
  if (typeof left === 'string' && typeof right === 'string') {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return undefined;
}

/** A number equals a string that parses to the same number; a string equals a number with the same text. */
function isEqual(left: Operand, right: Operand): boolean {
  if (left === missing || right === missing) {
    return false;
  }
  if (isNumber(left)) {
    if (typeof right === 'string') {
      return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(right) && numeric(left) === Number(right);
    }
    return isNumber(right) && numeric(left) === numeric(right);
  }
  if (typeof left === 'string' && isNumber(right)) {
    return left === numberText(right);
  }
  return javaEquals(left, right);
}

const numeric = (value: number | JavaNumber) => (value instanceof JavaNumber ? value.value : value);

function kindOf(value: Operand): string {
  if (value === missing || value === null) {
    return String(value);
  }
  return isNumber(value) ? 'number' : typeof value;
}

function operandOf(value: FilterValue, item: JsonValue, root: JsonValue): Operand {
  switch (value.kind) {
    case 'path':
      return follow(value.tokens, value.isRoot ? root : item);
    case 'null':
      return null;
    case 'list':
    case 'regex':
      return missing;
    default:
      return value.value;
  }
}

function follow(tokens: readonly JsonPathToken[], start: JsonValue): Operand {
  let value: JsonValue | undefined = start;
  for (const token of tokens) {
    if (token.kind === 'property' && value !== undefined && isObject(value)) {
      value = getProperty(value, token.names[0] ?? '');
    } else if (token.kind === 'index' && Array.isArray(value)) {
      const [index = 0]: number[] = token.indexes;
      value = value[index < 0 ? value.length + index : index];
    } else {
      return missing;
    }
    if (value === undefined) {
      return missing;
    }
  }
  return value;
}

const compiled = new WeakMap<FilterValue, RegExp>();

function regexOf(value: FilterValue & { kind: 'regex' }): RegExp {
  const regex = compiled.get(value) ?? new RegExp(value.source, value.flags);
  compiled.set(value, regex);
  return regex;
}

/** An array matches if one element does. */
function isMatched(regex: RegExp, value: Operand): boolean {
  return Array.isArray(value)
    ? value.some((each) => regex.test(regexInput(each)))
    : regex.test(regexInput(value));
}

function regexInput(value: Operand): string {
  if (typeof value === 'string') {
    return value;
  }
  if (value === missing || value === null || typeof value === 'object') {
    return value instanceof JavaNumber ? numberText(value) : '';
  }
  return typeof value === 'number' ? numberText(value) : String(value);
}
