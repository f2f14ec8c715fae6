import { listProperty, type PlanElement } from '../../plans/jmeter/plan-tree.ts';
import type { Result } from '../sampling/result.ts';

/** One column of a results file: its name, the setting that brings it, and what stands in it. */
interface Column {
  name: string;
  setting: string;
  isDefault: boolean;
  value(result: Result): string;
}

const column = (
  name: string,
  setting: string,
  value: (result: Result) => string | number | boolean,
  isDefault = true,
): Column => ({ name, setting, isDefault, value: (result) => String(value(result)) });

/** Whole milliseconds, as differences of a clock that has no others. */
const elapsed = ({ startMs, endMs, idleMs }: Result) =>
  Math.floor(endMs) - Math.floor(startMs) - Math.floor(idleMs);

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
  column('Filename', 'fileName', () => '', false),
  column('Latency', 'latency', ({ latencyMs }) => Math.floor(latencyMs)),
  column('SampleCount', 'sampleCount', () => 1, false),
  column('ErrorCount', 'sampleCount', ({ isSuccess }) => (isSuccess ? 0 : 1), false),
  column('IdleTime', 'idleTime', ({ idleMs }) => Math.floor(idleMs)),
  column('Connect', 'connectTime', ({ connectMs }) => Math.floor(connectMs)),
];

/** What the user has chosen to save. */
export interface ResultFormat {
  header: string | undefined;
  areSubResultsSaved: boolean;
  line(result: Result): string;
}

/** Settings that the file does not name are off; without any settings JMeter's own defaults count. */
export function resultFormat(element: PlanElement): ResultFormat {
  const settings = listProperty(element, 'saveConfig');
  const hasSettings = element.properties.has('saveConfig');
  const isOn = (name: string, isDefault: boolean) =>
    hasSettings ? settings.some((item) => item.name === name && item.value === 'true') : isDefault;
  const chosen = columns.filter(({ setting, isDefault }) => isOn(setting, isDefault));
  return {
    header: isOn('fieldNames', true) ? chosen.map(({ name }) => name).join(',') : undefined,
    areSubResultsSaved: isOn('subresults', true),
    line: (result) => chosen.map(({ value }) => quoted(value(result))).join(','),
  };
}

function quoted(text: string): string {
  return /[,"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
