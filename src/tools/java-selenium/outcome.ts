import { exitCodes } from '../../tool-process/exit-codes.ts';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';

const megabyte = 2 ** 20;
const minDiskBytes = 16 * megabyte;

/** Error messages of the end of a run; empty on success. */
export function explainEnd(end: ToolEnd): string[] {
  const errors = [...resourceErrors(end), ...reportedProblems(end.output)];
  if (errors.length === 0) {
    errors.push(...endErrors(end));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} lines of the sample log are invalid.`);
  }
  return errors;
}

function resourceErrors(end: ToolEnd): string[] {
  if (end.code === exitCodes.resultsLost) {
    const free = Math.floor(end.freeDiskBytes / megabyte);
    return [
      end.freeDiskBytes < minDiskBytes
        ? `The disk of the node is full (${free} MB free): results could not be written, and users were ended. Free disk space on the node.`
        : 'The sample log could not be written, and users were ended.',
    ];
  }
  return end.wasOutOfMemory
    ? [
        `A browser or script was killed: the run exceeded its memory limit of ${Math.floor(end.memoryBytes / megabyte)} MB. Use fewer threads per node.`,
      ]
    : [];
}

/** Problems reported by the runner. */
function reportedProblems(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{"problem":'))
    .flatMap((line) => {
      try {
        return [String((JSON.parse(line) as { problem: unknown }).problem)];
      } catch {
        return [];
      }
    });
}

function endErrors(end: ToolEnd): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['The browsers did not stop within the grace period and were killed.'] : [];
  }
  if (end.wasStopped) {
    return [];
  }
  if (end.code === undefined) {
    return ['The browser runner and its supervisor were killed.'];
  }
  if (end.code === exitCodes.neverReleased) {
    return ['The browsers were ready, but did not receive the start signal.'];
  }
  if (end.code > 128) {
    return [`The browser runner was terminated by ${signalOf(end.code)}.`];
  }
  if (end.code !== 0) {
    const last = end.output
      .split('\n')
      .filter((line) => line.trim() !== '')
      .at(-1);
    return [`The browser runner ended with exit code ${end.code}.${last ? ` Last output: ${last}` : ''}`];
  }
  return [];
}
