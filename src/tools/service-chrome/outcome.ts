import { exitCodes } from '../../tool-process/exit-codes.ts';
import { reportedLines } from '../../tool-process/report-lines.ts';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';

const megabyte = 2 ** 20;

/** What went wrong, in sentences; empty when nothing did. */
export function explainEnd(end: ToolEnd): string[] {
  const errors = [...new Set([...memoryErrors(end), ...reportedLines('problem', end.output)])];
  if (errors.length === 0) {
    errors.push(...endErrors(end));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} lines of the sample log could not be read.`);
  }
  return errors;
}

function memoryErrors(end: ToolEnd): string[] {
  return end.wasOutOfMemory
    ? [
        `A browser or the script was ended because the run used more than ${Math.floor(end.memoryBytes / megabyte)} MB of memory. Use fewer threads on each node.`,
      ]
    : [];
}

function endErrors(end: ToolEnd): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['The browsers did not stop by themselves in time and were killed.'] : [];
  }
  if (end.wasStopped) {
    return [];
  }
  switch (end.code) {
    case undefined:
      return ['The browsers were ended from outside, together with what watched over them.'];
    case 0:
      return end.samples === 0 ? ['The script ended without running a single step.'] : [];
    case exitCodes.resultsLost:
      return [
        `The results could not be written (${Math.floor(end.freeDiskBytes / megabyte)} MB of disk are free), so the run was ended. Free some space on the node.`,
      ];
    case exitCodes.neverReleased:
      return ['The browsers were ready, but were never told to start.'];
    default:
      return [end.code > 128 ? endedBy(end.code) : endedWith(end)];
  }
}

function endedBy(code: number): string {
  return `What runs the browsers was ended from outside by ${signalOf(code)}.`;
}

function endedWith(end: ToolEnd): string {
  const last = end.output.trim().split('\n').at(-1) ?? '';
  return `What runs the browsers ended with exit code ${end.code}.${last === '' ? '' : ` It said last: ${last}`}`;
}
