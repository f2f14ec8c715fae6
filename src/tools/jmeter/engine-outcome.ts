import { exitCodes } from '../../tool-process/exit-codes.ts';
import { reportedLines } from '../../tool-process/report-lines.ts';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';

const megabyte = 2 ** 20;

/** What went wrong with our own engine, in sentences; empty when nothing did. `empty` tells of groups that do nothing. */
export function explainEngineEnd(end: ToolEnd, empty: readonly string[] = []): string[] {
  const told = reportedLines('problem', end.output);
  const errors = [...new Set([...memoryErrors(end), ...told, ...dataErrors(end)])];
  if (errors.length === 0) {
    errors.push(...endErrors(end, empty));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} places in what the engine measured could not be read.`);
  }
  return errors;
}

/** What to know about the figures, in sentences. */
export function engineWarnings(end: ToolEnd): string[] {
  return reportedLines('warning', end.output);
}

function memoryErrors(end: ToolEnd): string[] {
  const isTooSmall = end.wasOutOfMemory || end.output.includes('JavaScript heap out of memory');
  return isTooSmall
    ? [
        `The engine used more than the ${Math.floor(end.memoryBytes / megabyte)} MB of memory it may have. Use fewer threads on each node.`,
      ]
    : [];
}

/** In the same words as for Apache JMeter. */
function dataErrors(end: ToolEnd): string[] {
  return [
    ...end.log.matchAll(
      /File (.+?) must exist and be readable|Could not read file header line for file (.+)/g,
    ),
  ]
    .map((found) => found[1] ?? found[2])
    .map((name) => `The data file ${name} is missing or cannot be read. Upload it with the plan.`);
}

function lastError(end: ToolEnd): string[] {
  const line = end.log
    .split('\n')
    .filter((candidate) => candidate.includes(' ERROR '))
    .at(-1);
  return line === undefined ? [] : [`Its last error: ${line.replace(/^.*? ERROR /, '').trim()}`];
}

function endErrors(end: ToolEnd, empty: readonly string[]): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['The engine did not stop by itself in time and was killed.'] : [];
  }
  const isForeignEnd = end.code !== undefined && (end.code === exitCodes.resultsLost || end.code > 128);
  if (end.wasStopped && !isForeignEnd) {
    return [];
  }
  switch (end.code) {
    case undefined:
      return ['The engine was ended from outside, together with what watched over it.'];
    case 0:
      return end.samples === 0
        ? [
            ['The plan ended without a single sample.', ...(empty.length > 0 ? empty : lastError(end))].join(
              ' ',
            ),
          ]
        : [];
    case exitCodes.resultsLost:
      return [
        `The results could not be written (${Math.floor(end.freeDiskBytes / megabyte)} MB of disk are free), so the run was ended. Free some space on the node.`,
      ];
    case exitCodes.neverReleased:
      return ['The engine was ready, but was never told to start.'];
    default:
      return [
        end.code > 128
          ? `The engine was ended from outside by ${signalOf(end.code)}.`
          : `The engine ended with exit code ${end.code}. It said last: ${end.output.trim().split('\n').at(-1) ?? ''}`,
      ];
  }
}
