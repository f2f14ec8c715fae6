import { exitCodes } from '../../tool-process/exit-codes.ts';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';

const megabyte = 2 ** 20;
const leastDiskBytes = 16 * megabyte;

/** What went wrong, in sentences; empty when nothing did. */
export function explainEnd(end: ToolEnd): string[] {
  const errors = [...resourceErrors(end), ...toldProblems(end.output)];
  if (errors.length === 0) {
    errors.push(...endErrors(end));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} lines of the sample log could not be read.`);
  }
  return errors;
}

function resourceErrors(end: ToolEnd): string[] {
  if (end.code === exitCodes.resultsLost) {
    const free = Math.floor(end.freeDiskBytes / megabyte);
    return [
      end.freeDiskBytes < leastDiskBytes
        ? `The disk of the node is full (${free} MB free), so the results could not be written and users were ended. Free some space on the node.`
        : 'The sample log could not be written, so users were ended.',
    ];
  }
  return end.wasOutOfMemory
    ? [
        `A browser or script was ended because the run used more than ${Math.floor(end.memoryBytes / megabyte)} MB of memory. Use fewer threads on each node.`,
      ]
    : [];
}

/** What our runner found out by itself. */
function toldProblems(output: string): string[] {
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
    return end.wasStopped ? ['The browsers did not stop by themselves in time and were killed.'] : [];
  }
  if (end.wasStopped) {
    return [];
  }
  if (end.code === undefined) {
    return ['The run was ended from outside, together with what watched over it.'];
  }
  if (end.code === exitCodes.neverReleased) {
    return ['The browsers were ready, but were never told to start.'];
  }
  if (end.code > 128) {
    return [`The runner of the browsers was ended from outside by ${signalOf(end.code)}.`];
  }
  if (end.code !== 0) {
    const last = end.output
      .split('\n')
      .filter((line) => line.trim() !== '')
      .at(-1);
    return [`The runner of the browsers ended with exit code ${end.code}.${last ? ` It said: ${last}` : ''}`];
  }
  return [];
}
