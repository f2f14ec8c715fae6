import { brokenOffSentence } from '../../domain/in-flight.ts';
import { exitCodes } from '../../tool-process/exit-codes.ts';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';
import { heapBytes } from './java-options.ts';

/** Exit code of a JVM with -XX:+ExitOnOutOfMemoryError. */
const exitOutOfMemory = 3;
const megabyte = 2 ** 20;
const leastDiskBytes = 16 * megabyte;

/** What went wrong, in sentences; empty when nothing did. `empty` tells of groups that do nothing. */
export function explainEnd(end: ToolEnd, empty: readonly string[] = []): string[] {
  const text = `${end.output}\n${end.log}`;
  const errors = [...new Set([...diskErrors(end, text), ...memoryErrors(end, text), ...planErrors(text)])];
  if (errors.length === 0) {
    errors.push(...endErrors(end, empty));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} records of JMeter's result file could not be read.`);
  }
  return errors;
}

/** What to know about the figures, in sentences: what our Java piece says of requests that were broken off. */
export function jmeterWarnings({ output }: ToolEnd): string[] {
  const found = /^spate: in flight (\d+) (\d+)$/m.exec(output);
  const sentence = found && brokenOffSentence({ requests: Number(found[1]), oldestMs: Number(found[2]) });
  return sentence ? [sentence] : [];
}

function diskErrors(end: ToolEnd, text: string): string[] {
  const isFull = text.includes('No space left on device') || end.freeDiskBytes < leastDiskBytes;
  if (end.code === exitCodes.resultsLost) {
    return [
      isFull
        ? `The disk of the node is full (${Math.floor(end.freeDiskBytes / megabyte)} MB free), so the results could not be written and the run was ended. Free some space on the node.`
        : "JMeter's result file could not be written, so the run was ended.",
    ];
  }
  return text.includes('No space left on device')
    ? [
        'The disk of the node is full: something in the run could not be written. Free some space on the node.',
      ]
    : [];
}

function memoryErrors(end: ToolEnd, text: string): string[] {
  const memoryMb = Math.floor(end.memoryBytes / megabyte);
  if (text.includes('unable to create native thread')) {
    return [
      'The node could not start more threads for JMeter. Use fewer threads on each node, or more nodes.',
    ];
  }
  if (text.includes('java.lang.OutOfMemoryError') || end.code === exitOutOfMemory) {
    const heapMb = Math.floor(heapBytes(end.memoryBytes) / megabyte);
    return [
      `JMeter ran out of memory (its heap has ${heapMb} MB). Use fewer threads on each node, or a larger node.`,
    ];
  }
  return end.wasOutOfMemory
    ? [
        `JMeter was ended because the run used more than ${memoryMb} MB of memory. Use fewer threads on each node.`,
      ]
    : [];
}

function planErrors(text: string): string[] {
  const missingClass = /CannotResolveClassException: ([\w.$]+)/.exec(text)?.[1];
  if (missingClass) {
    return [
      `The plan uses ${missingClass}, which this JMeter does not have. Upload the plugin's .jar file with the plan.`,
    ];
  }
  const errors = [
    ...text.matchAll(/File (.+?) must exist and be readable|Could not read file header line for file (.+)/g),
  ]
    .map((found) => found[1] ?? found[2])
    .map((name) => `The data file ${name} is missing or cannot be read. Upload it with the plan.`);
  const loading =
    /Problem loading XML from:'?(.+?)'?, (?:missing class|conversion error|error)?.*|Error in NonGUIDriver (.+)/.exec(
      text,
    );
  if (errors.length === 0 && loading) {
    const why = (loading[2] ?? loading[0]).trim().replace(/^(?:[\w.$]+(?:Exception|Error): )+/, '');
    errors.push(`JMeter could not read the plan: ${why}`);
  }
  return errors;
}

function endErrors(end: ToolEnd, empty: readonly string[]): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['JMeter did not stop by itself in time and was killed.'] : [];
  }
  if (end.wasStopped) {
    return [];
  }
  if (end.code === undefined) {
    return ['JMeter was ended from outside, together with what watched over it.'];
  }
  if (end.code === exitCodes.neverReleased) {
    return ['JMeter was ready, but was never told to start.'];
  }
  const reason = lastError(end);
  const because = reason === undefined ? '' : ` Its last error: ${reason}`;
  if (end.code > 128) {
    return [`JMeter was ended from outside by ${signalOf(end.code)}.${because}`];
  }
  if (end.code !== 0) {
    return [`JMeter ended with exit code ${end.code}.${because}`];
  }
  const why = empty.length > 0 ? ` ${empty.join(' ')}` : because;
  return end.samples === 0 ? [`JMeter ended without a single sample.${why}`] : [];
}

function lastError(end: ToolEnd): string | undefined {
  const line = end.log
    .split('\n')
    .filter((candidate) => / ERROR | FATAL /.test(candidate))
    .at(-1);
  return line?.replace(/^.*? (?:ERROR|FATAL) /, '').trim() ?? /An error occurred: (.+)/.exec(end.output)?.[1];
}
