import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';
import { compileErrors } from './compile-errors.ts';
import { heapBytes } from './java-options.ts';
import { exitNotCompiled } from './launch.ts';

/** The exit codes of our own Java piece. */
const exitAssertionsFailed = 2;
const exitOutOfMemory = 3;
const exitNotLoaded = 66;
const exitSamplesLost = 74;
const exitNeverReleased = 75;
const megabyte = 2 ** 20;
const leastDiskBytes = 16 * megabyte;

/** What went wrong, in sentences; empty when nothing did. */
export function explainEnd(end: ToolEnd): string[] {
  const errors = [...diskErrors(end), ...memoryErrors(end)];
  if (errors.length === 0) {
    errors.push(...endErrors(end));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} lines of Gatling's samples could not be read.`);
  }
  return errors;
}

function diskErrors(end: ToolEnd): string[] {
  const isFull = end.output.includes('No space left on device') || end.freeDiskBytes < leastDiskBytes;
  const freeMb = Math.floor(end.freeDiskBytes / megabyte);
  if (end.code === exitSamplesLost) {
    return [
      isFull
        ? `The disk of the node is full (${freeMb} MB free), so the samples could not be written and the run was ended. Free some space on the node.`
        : "Gatling's samples could not be written, so the run was ended.",
    ];
  }
  return end.output.includes('No space left on device')
    ? [
        'The disk of the node is full: something in the run could not be written. Free some space on the node.',
      ]
    : [];
}

function memoryErrors(end: ToolEnd): string[] {
  if (end.output.includes('java.lang.OutOfMemoryError') || end.code === exitOutOfMemory) {
    const heapMb = Math.floor(heapBytes(end.memoryBytes) / megabyte);
    return [
      `Gatling ran out of memory (its heap has ${heapMb} MB). Use fewer users on each node, or a larger node.`,
    ];
  }
  const memoryMb = Math.floor(end.memoryBytes / megabyte);
  return end.wasOutOfMemory
    ? [
        `Gatling was ended because the run used more than ${memoryMb} MB of memory. Use fewer users on each node.`,
      ]
    : [];
}

function endErrors(end: ToolEnd): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['Gatling did not stop by itself in time and was killed.'] : [];
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
    return ['Gatling was ended from outside, together with what watched over it.'];
  }
  if (end.code === exitNeverReleased) {
    return ['Gatling was ready, but was never told to start.'];
  }
  const own = ownSentences(end.output).at(-1);
  if (end.code === exitNotLoaded && own !== undefined) {
    return [own];
  }
  if (end.code > 128) {
    return [`Gatling was ended from outside by ${signalOf(end.code)}.`];
  }
  const reason = own ?? lastError(end.output);
  const because = reason === undefined ? '' : ` Its last error: ${reason}`;
  if (end.code !== 0) {
    return [`Gatling ended with exit code ${end.code}.${because}`];
  }
  return end.samples === 0 ? [`Gatling ended without a single sample.${because}`] : [];
}

/** A run whose assertions fail has run well; that they failed is still the first thing to know about it. */
function failedAssertions(output: string): string[] {
  const failed = [...output.matchAll(/^(.+) : false \((?:actual : )?(.*)\)$/gm)];
  return failed.length === 0
    ? ['An assertion of the simulation failed.']
    : failed.map(([, assertion, actual]) => `The assertion failed: ${assertion} (it was ${actual}).`);
}

const ownSentences = (output: string) =>
  [...output.matchAll(/^spate: (.+)$/gm)].map(([, sentence]) => sentence ?? '');

function lastError(output: string): string | undefined {
  return [...output.matchAll(/^\d\d:\d\d:\d\d\.\d{3} \[ERROR\] (.+)$/gm)].at(-1)?.[1];
}
