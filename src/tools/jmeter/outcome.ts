import { brokenOffSentence } from '../../domain/in-flight.ts';
import { exitCodes } from '../../tool-process/exit-codes.ts';
import type { ToolEnd } from '../held-tool.ts';
import { signalOf } from '../signals.ts';
import { heapBytes } from './java-options.ts';

/** Exit code of a JVM with -XX:+ExitOnOutOfMemoryError. */
const exitOutOfMemory = 3;
const megabyte = 2 ** 20;
const minDiskBytes = 16 * megabyte;

/** Error messages of the end of a run; empty on success. `empty` describes thread groups without samples. */
export function explainEnd(end: ToolEnd, empty: readonly string[] = []): string[] {
  const text = `${end.output}\n${end.log}`;
  const errors = [...new Set([...diskErrors(end, text), ...memoryErrors(end, text), ...planErrors(text)])];
  if (errors.length === 0) {
    errors.push(...endErrors(end, empty));
  }
  if (end.unreadable > 0) {
    errors.push(`${end.unreadable} records of JMeter's result file are invalid.`);
  }
  return errors;
}

/** Warnings about the figures: requests in flight that were aborted, as reported by our Java code. */
export function jmeterWarnings({ output }: ToolEnd): string[] {
  const found = /^spate: in flight (\d+) (\d+)$/m.exec(output);
  const sentence = found && brokenOffSentence({ requests: Number(found[1]), oldestMs: Number(found[2]) });
  return sentence ? [sentence] : [];
}

function diskErrors(end: ToolEnd, text: string): string[] {
  const isFull = text.includes('No space left on device') || end.freeDiskBytes < minDiskBytes;
  if (end.code === exitCodes.resultsLost) {
    return [
      isFull
        ? `The disk of the node is full (${Math.floor(end.freeDiskBytes / megabyte)} MB free): results could not be written, and the run was ended. Free disk space on the node.`
        : end.wasReady
          ? "JMeter's result file could not be written, and the run was ended."
          : 'JMeter could not write its files before the start. Check the disk of the node.',
    ];
  }
  return text.includes('No space left on device')
    ? ['The disk of the node is full: a file could not be written. Free disk space on the node.']
    : [];
}

function memoryErrors(end: ToolEnd, text: string): string[] {
  const memoryMb = Math.floor(end.memoryBytes / megabyte);
  if (text.includes('unable to create native thread')) {
    return ['The node could not start more threads for JMeter. Use fewer threads per node, or more nodes.'];
  }
  if (text.includes('java.lang.OutOfMemoryError') || end.code === exitOutOfMemory) {
    const heapMb = Math.floor(heapBytes(end.memoryBytes) / megabyte);
    return [`JMeter ran out of memory (heap: ${heapMb} MB). Use fewer threads per node, or a larger node.`];
  }
  return end.wasOutOfMemory
    ? [`JMeter was killed: the run exceeded its memory limit of ${memoryMb} MB. Use fewer threads per node.`]
    : [];
}

function planErrors(text: string): string[] {
  const missingClass = /CannotResolveClassException: ([\w.$]+)/.exec(text)?.[1];
  if (missingClass) {
    return [
      `The plan uses ${missingClass}, which is not installed. Upload the .jar file of the plugin with the plan.`,
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
    errors.push(`JMeter could not load the plan: ${why}`);
  }
  return errors;
}

function endErrors(end: ToolEnd, empty: readonly string[]): string[] {
  if (end.wasKilled) {
    return end.wasStopped ? ['JMeter did not stop within the grace period and was killed.'] : [];
  }
  if (end.wasStopped) {
    return [];
  }
  if (end.code === undefined) {
    return ['JMeter and its supervisor were killed.'];
  }
  if (end.code === exitCodes.neverReleased) {
    return ['JMeter was ready, but did not receive the start signal.'];
  }
  const reason = lastError(end);
  const because = reason === undefined ? '' : ` Last error: ${reason}`;
  if (end.code > 128) {
    return [`JMeter was terminated by ${signalOf(end.code)}.${because}`];
  }
  if (end.code !== 0) {
    return [`JMeter ended with exit code ${end.code}.${because}`];
  }
  const why = empty.length > 0 ? ` ${empty.join(' ')}` : because;
  return end.samples === 0 ? [`JMeter recorded no samples.${why}`] : [];
}

function lastError(end: ToolEnd): string | undefined {
  const line = end.log
    .split('\n')
    .filter((candidate) => / ERROR | FATAL /.test(candidate))
    .at(-1);
  return line?.replace(/^.*? (?:ERROR|FATAL) /, '').trim() ?? /An error occurred: (.+)/.exec(end.output)?.[1];
}
