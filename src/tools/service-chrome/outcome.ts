import { exitCodes } from '../../tool-process/exit-codes.ts';
import { reportedLines } from '../../tool-process/report-lines.ts';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';

const megabyte = 2 ** 20;

/** Error messages of the end of a run; empty on success. */
export function explainEnd(end: ToolEnd): string[] {
  const errors = [...new Set([...memoryErrors(end), ...reportedLines('problem', end.output)])];
  if (errors.length === 0) {
    errors.push(...endErrors(end));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} lines of the sample log are invalid.`);
  }
  return errors;
}

function memoryErrors(end: ToolEnd): string[] {
  return end.wasOutOfMemory
    ? [
        `A browser or the script was killed: the run exceeded its memory limit of ${Math.floor(end.memoryBytes / megabyte)} MB. Use fewer threads per node.`,
      ]
    : [];
}

function endErrors(end: ToolEnd): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['The browsers did not stop within the grace period and were killed.'] : [];
  }
  if (end.wasStopped) {
    return [];
  }
  switch (end.code) {
    case undefined:
      return ['The browser runner and its supervisor were killed.'];
    case 0:
      return end.samples === 0 ? ['The script executed no steps.'] : [];
    case exitCodes.resultsLost:
      return [
        `Results could not be written (${Math.floor(end.freeDiskBytes / megabyte)} MB of disk space free), and the run was ended. Free disk space on the node.`,
      ];
    case exitCodes.neverReleased:
      return ['The browsers were ready, but did not receive the start signal.'];
    default:
      return [end.code > 128 ? endedBy(end.code) : endedWith(end)];
  }
}

function endedBy(code: number): string {
  return `The browser runner was terminated by ${signalOf(code)}.`;
}

function endedWith(end: ToolEnd): string {
  const last = end.output.trim().split('\n').at(-1) ?? '';
  return `The browser runner ended with exit code ${end.code}.${last === '' ? '' : ` Last output: ${last}`}`;
}
