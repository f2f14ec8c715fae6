import { plainDouble } from '../java/java-number.ts';
import { javaTrim } from '../java/java-text.ts';
import { stringValue, type XmlNode } from '../xml/xml-node.ts';
import type { Comparison } from './xpath-expression.ts';

export type XPathValue = readonly XmlNode[] | string | number | boolean;

export const isNodes = (value: XPathValue): value is readonly XmlNode[] => typeof value === 'object';

export function toText(value: XPathValue): string {
  if (isNodes(value)) {
    return value[0] ? stringValue(value[0]) : '';
  }
  return typeof value === 'number' ? numberText(value) : String(value);
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) {
    return String(value);
  }
  return value === 0 ? '0' : plainDouble(value).replace(/\.0$/, '');
}

export function toNumber(value: XPathValue): number {
  if (typeof value === 'number' || typeof value === 'boolean') {
    return Number(value);
  }
  const text = javaTrim(toText(value));
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

export function toBoolean(value: XPathValue): boolean {
  return isNodes(value) ? value.length > 0 : Boolean(value);
}

/** Node sets are compared node by node until a pair satisfies the operator. */
export function compare(operator: Comparison, left: XPathValue, right: XPathValue): boolean {
  if (isNodes(left) && isNodes(right)) {
    return left.some((one) => right.some((other) => holds(operator, stringValue(one), stringValue(other))));
  }
  if (isNodes(left)) {
    return compareNodes(left, right as Plain, (own, other) => holds(operator, own, other));
  }
  if (isNodes(right)) {
    return compareNodes(right, left, (own, other) => holds(operator, other, own));
  }
  return holds(operator, left, right);
}

function compareNodes(
  nodes: readonly XmlNode[],
  other: Plain,
  isMet: (own: Plain, other: Plain) => boolean,
): boolean {
  return typeof other === 'boolean'
    ? isMet(nodes.length > 0, other)
    : nodes.some((node) => isMet(stringValue(node), other));
}

type Plain = string | number | boolean;

function holds(operator: Comparison, left: Plain, right: Plain): boolean {
  switch (operator) {
    case '=':
      return areEqual(left, right);
    case '!=':
      return !areEqual(left, right);
    case '<':
      return toNumber(left) < toNumber(right);
    case '<=':
      return toNumber(left) <= toNumber(right);
    case '>':
      return toNumber(left) > toNumber(right);
    default:
      return toNumber(left) >= toNumber(right);
  }
}

function areEqual(left: Plain, right: Plain): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') {
    return toBoolean(left) === toBoolean(right);
  }
  if (typeof left === 'number' || typeof right === 'number') {
    return toNumber(left) === toNumber(right);
  }
  return left === right;
}
