import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';
import { compileErrors } from './compile-errors.ts';
import { heapBytes } from './java-options.ts';
import { exitNotCompiled } from './launch.ts';

/** Exit codes of our Java runner. */
const exitAssertionsFailed = 2;
const exitOutOfMemory = 3;
const exitNotLoaded = 66;
const exitSamplesLost = 74;
const exitNeverReleased = 75;
const megabyte = 2 ** 20;
const minDiskBytes = 16 * megabyte;

/** Error messages of the end of a run; empty on success. */
export function explainEnd(end: ToolEnd): string[] {
  const errors = [...diskErrors(end), ...memoryErrors(end)];
  if (errors.length === 0) {
    errors.push(...endErrors(end));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} lines of Gatling's sample log are invalid.`);
  }
  return errors;
}

function diskErrors(end: ToolEnd): string[] {
  const isFull = end.output.includes('No space left on device') || end.freeDiskBytes < minDiskBytes;
  const freeMb = Math.floor(end.freeDiskBytes / megabyte);
  if (end.code === exitSamplesLost) {
    return [
      isFull
        ? `The disk of the node is full (${freeMb} MB free): samples could not be written, and the run was ended. Free disk space on the node.`
        : "Gatling's sample log could not be written, and the run was ended.",
    ];
  }
  return end.output.includes('No space left on device')
    ? ['The disk of the node is full: a file could not be written. Free disk space on the node.']
    : [];
}

function memoryErrors(end: ToolEnd): string[] {
  if (end.output.includes('java.lang.OutOfMemoryError') || end.code === exitOutOfMemory) {
    const heapMb = Math.floor(heapBytes(end.memoryBytes) / megabyte);
    return [`Gatling ran out of memory (heap: ${heapMb} MB). Use fewer users per node, or a larger node.`];
  }
  const memoryMb = Math.floor(end.memoryBytes / megabyte);
  return end.wasOutOfMemory
    ? [`Gatling was killed: the run exceeded its memory limit of ${memoryMb} MB. Use fewer users per node.`]
    : [];
}

function endErrors(end: ToolEnd): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['Gatling did not stop within the grace period and was killed.'] : [];
  }
  if (end.code === exitNotCompiled && !end.wasReady) {
    return compileErrors(end.output);
  }
  if (end.code === exitAssertionsFailed) {
    return failedAssertions(end.output);
  }
  if (end.wasStopped) {
    return [];
  }
  return unexpectedEnd(end);
}

function unexpectedEnd(end: ToolEnd): string[] {
  if (end.code === undefined) {
    return ['Gatling and its supervisor were killed.'];
  }
  if (end.code === exitNeverReleased) {
    return ['Gatling was ready, but did not receive the start signal.'];
  }
  const own = ownMessages(end.output).at(-1);
  if (end.code === exitNotLoaded && own !== undefined) {
    return [own];
  }
  if (end.code > 128) {
    return [`Gatling was terminated by ${signalOf(end.code)}.`];
  }
  const reason = own ?? lastError(end.output);
  const because = reason === undefined ? '' : ` Last error: ${reason}`;
  if (end.code !== 0) {
    return [`Gatling ended with exit code ${end.code}.${because}`];
  }
  return end.samples === 0 ? [`Gatling recorded no samples.${because}`] : [];
}

/** Failed assertions are reported, although the run itself succeeded. */
function failedAssertions(output: string): string[] {
  const failed = [...output.matchAll(/^(.+) : false \((?:actual : )?(.*)\)$/gm)];
  return failed.length === 0
    ? ['An assertion of the simulation failed.']
    : failed.map(([, assertion, actual]) => `Assertion failed: ${assertion} (actual: ${actual}).`);
}

const ownMessages = (output: string) =>
  [...output.matchAll(/^spate: (.+)$/gm)].map(([, message]) => message ?? '');

function lastError(output: string): string | undefined {
  return [...output.matchAll(/^\d\d:\d\d:\d\d\.\d{3} \[ERROR\] (.+)$/gm)].at(-1)?.[1];
}
