import { randomUUID } from 'node:crypto';
import { EOL } from 'node:os';
import { delimiter, sep } from 'node:path';
import { UnsupportedExpression } from '../expressions/expression.ts';
import type { ExpressionScope } from '../expressions/expression-scope.ts';
import { parseJavaDouble } from '../java/java-double.ts';
import { parseWhole } from '../java/numbers.ts';
import {
  alike,
  aText,
  BeanShellFailure,
  type BeanShellValue,
  textOf,
  toNumber,
  unary,
} from './bean-shell-values.ts';

export interface BeanShellScope extends ExpressionScope {
  threadNumber: number;
  filesFolder: string;
  planName: string;
  /** Epoch milliseconds. */
  nowMs(): number;
}

interface BeanShellCall {
  /** Minimum and maximum number of arguments; undefined for a field, which is written without parentheses. */
  args: readonly [least: number, most: number] | undefined;
  call(args: readonly BeanShellValue[], scope: BeanShellScope): BeanShellValue;
}

const field = (value: (scope: BeanShellScope) => BeanShellValue): BeanShellCall => ({
  args: undefined,
  call: (_, scope) => value(scope),
});

const plain = (value: (scope: BeanShellScope) => BeanShellValue): BeanShellCall => ({
  args: [0, 0],
  call: (_, scope) => value(scope),
});

const ofOne = (call: (value: BeanShellValue, scope: BeanShellScope) => BeanShellValue): BeanShellCall => ({
  args: [1, 1],
  call: ([value = null], scope) => call(value, scope),
});

/** Methods and fields that BeanShell scripts use by their full name. */
export const beanShellCalls: Readonly<Record<string, BeanShellCall>> = {
  'Double.parseDouble': ofOne((text) => ({ type: 'double', value: parsed(parseJavaDouble(aText(text))) })),
  'File.pathSeparator': field(() => delimiter),
  'File.separator': field(() => sep),
  'FileServer.getFileServer().getBaseDir': plain(({ filesFolder }) => filesFolder),
  'FileServer.getFileServer().getScriptName': plain(({ planName }) => planName),
  'Integer.parseInt': ofOne((text) => ({ type: 'int', value: parsed(parseWhole(aText(text), 32)) })),
  'Long.parseLong': ofOne((text) => ({ type: 'long', value: parsed(parseWhole(aText(text), 64)) })),
  'Math.abs': ofOne((value) => {
    const number = toNumber(value);
    return number.value < 0 ? unary('-', number) : number;
  }),
  'Math.max': { args: [2, 2], call: (args) => extreme(args, false) },
  'Math.min': { args: [2, 2], call: (args) => extreme(args, true) },
  'String.valueOf': ofOne((value) => {
    if (value === null) {
      throw new UnsupportedExpression('String.valueOf(null)');
    }
    return textOf(value);
  }),
  'System.currentTimeMillis': plain((scope) => ({ type: 'long', value: BigInt(Math.floor(scope.nowMs())) })),
  'System.getProperty': ofOne(
    (name) => ({ 'file.separator': sep, 'path.separator': delimiter })[aText(name)] ?? EOL,
  ),
  'System.getenv': ofOne((name) => process.env[aText(name)] ?? null),
  'UUID.randomUUID().toString': plain(() => randomUUID()),
  'ctx.getThreadNum': plain(({ threadNumber }) => ({ type: 'int', value: BigInt(threadNumber) })),
  'props.get': ofOne((name, { properties }) => properties.get(aText(name)) ?? null),
  'props.getProperty': {
    args: [1, 2],
    call: ([name = null, fallback = null], { properties }) => properties.get(aText(name)) ?? fallback,
  },
  threadName: field(({ threadName }) => threadName),
  'vars.get': ofOne((name, { variables }) => variables.get(aText(name)) ?? null),
};

function parsed<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new BeanShellFailure('NumberFormatException');
  }
  return value;
}

/** Both numbers are promoted to the wider type. */
function extreme([first = null, second = null]: readonly BeanShellValue[], isLeast: boolean): BeanShellValue {
  const [one, two] = alike(toNumber(first), toNumber(second));
  return one.value < two.value === isLeast ? one : two;
}
