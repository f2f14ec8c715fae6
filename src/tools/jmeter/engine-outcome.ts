import { exitCodes } from '../../tool-process/exit-codes.ts';
import { reportedLines } from '../../tool-process/report-lines.ts';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';

const megabyte = 2 ** 20;

/** Error messages of the end of our engine; empty on success. `empty` describes thread groups without samples. */
export function explainEngineEnd(end: ToolEnd, empty: readonly string[] = []): string[] {
  const reported = reportedLines('problem', end.output);
  const errors = [...new Set([...memoryErrors(end), ...reported, ...dataErrors(end)])];
  if (errors.length === 0) {
    errors.push(...endErrors(end, empty));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} parts of the engine's sample file are invalid.`);
  }
  return errors;
}

/** Warnings about the figures. */
export function engineWarnings(end: ToolEnd): string[] {
  return reportedLines('warning', end.output);
}

function memoryErrors(end: ToolEnd): string[] {
  const isTooSmall = end.wasOutOfMemory || end.output.includes('JavaScript heap out of memory');
  return isTooSmall
    ? [
        `The engine exceeded its memory limit of ${Math.floor(end.memoryBytes / megabyte)} MB. Use fewer threads per node.`,
      ]
    : [];
}

/** The same messages as for Apache JMeter. */
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
  return line === undefined ? [] : [`Last error: ${line.replace(/^.*? ERROR /, '').trim()}`];
}

function endErrors(end: ToolEnd, empty: readonly string[]): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['The engine did not stop within the grace period and was killed.'] : [];
  }
  const isUnexpected = end.code !== undefined && (end.code === exitCodes.resultsLost || end.code > 128);
  if (end.wasStopped && !isUnexpected) {
    return [];
  }
  switch (end.code) {
    case undefined:
      return ['The engine and its supervisor were killed.'];
    case 0:
      return end.samples === 0
        ? [['The plan recorded no samples.', ...(empty.length > 0 ? empty : lastError(end))].join(' ')]
        : [];
    case exitCodes.resultsLost:
      return [
        `Results could not be written (${Math.floor(end.freeDiskBytes / megabyte)} MB of disk space free), and the run was ended. Free disk space on the node.`,
      ];
    case exitCodes.neverReleased:
      return ['The engine was ready, but did not receive the start signal.'];
    default:
      return [
        end.code > 128
          ? `The engine was terminated by ${signalOf(end.code)}.`
          : `The engine ended with exit code ${end.code}. Last output: ${end.output.trim().split('\n').at(-1) ?? ''}`,
      ];
  }
}
