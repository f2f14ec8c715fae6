import { hostname } from 'node:os';
import { quoteField } from '../../lib/csv.ts';
import type { Result } from '../state/result.ts';

/** A column of a results file: name, setting that enables it, and value. */
interface Column {
  name: string;
  setting: string;
  value(result: Result): string;
}

const column = (
  name: string,
  setting: string,
  value: (result: Result) => string | number | boolean,
): Column => ({ name, setting, value: (result) => String(value(result)) });

/** Truncated to milliseconds before subtracting, as JMeter's clock has no fractions. */
export const elapsed = ({ startMs, endMs, idleMs }: Result) =>
  Math.floor(endMs) - Math.floor(startMs) - Math.floor(idleMs);

/** The charset of the response, taken from the page if no header has it. */
export function encodingOf(result: Result): string {
  if (result.encoding === '') {
    void result.text;
  }
  return result.encoding;
}

/** Maximum depth of written sub-results. */
const depth = 11;

const columns: readonly Column[] = [
  column('timeStamp', 'timestamp', ({ startMs }) => Math.floor(startMs)),
  column('elapsed', 'time', elapsed),
  column('label', 'label', ({ label }) => label),
  column('responseCode', 'code', ({ code }) => code),
  column('responseMessage', 'message', ({ message }) => message),
  column('threadName', 'threadName', ({ threadName }) => threadName),
  column('dataType', 'dataType', ({ dataType }) => dataType),
  column('success', 'success', ({ isSuccess }) => isSuccess),
  column('failureMessage', 'saveAssertionResultsFailureMessage', ({ failureMessage }) => failureMessage),
  column('bytes', 'bytes', ({ bytes }) => bytes),
  column('sentBytes', 'sentBytes', ({ sentBytes }) => sentBytes),
  column('grpThreads', 'threadCounts', ({ groupUsers }) => groupUsers),
  column('allThreads', 'threadCounts', ({ allUsers }) => allUsers),
  column('URL', 'url', ({ url }) => url || 'null'),
  column('Filename', 'fileName', ({ savedAs }) => savedAs ?? ''),
  column('Latency', 'latency', ({ latencyMs }) => Math.floor(latencyMs)),
  column('Encoding', 'encoding', (result) => encodingOf(result) || 'UTF-8'),
  column('SampleCount', 'sampleCount', () => 1),
  column('ErrorCount', 'sampleCount', ({ isSuccess }) => (isSuccess ? 0 : 1)),
  column('Hostname', 'hostname', () => hostname()),
  column('IdleTime', 'idleTime', ({ idleMs }) => Math.floor(idleMs)),
  column('Connect', 'connectTime', ({ connectMs }) => Math.floor(connectMs)),
];

/** Whether a setting is on. */
export type IsOn = (setting: string) => boolean;

export const csvHeader = (isOn: IsOn) =>
  chosen(isOn)
    .map(({ name }) => name)
    .join(',');

/** One line for the result and, if saved, one per sub-result. */
export function csvWriter(isOn: IsOn): (result: Result) => string {
  const wanted = chosen(isOn);
  const areSubResultsSaved = isOn('subresults');
  const linesOf = (result: Result, level: number): string => {
    const line = `${wanted.map(({ value }) => quoteField(value(result))).join(',')}\n`;
    const children = areSubResultsSaved && level < depth ? (result.subResults ?? []) : [];
    return line + children.map((child) => linesOf(child, level + 1)).join('');
  };
  return (result) => linesOf(result, 0);
}

const chosen = (isOn: IsOn) => columns.filter(({ setting }) => isOn(setting));
