import { firstSentence } from './classify.ts';
import type { SourceLines } from './source-lines.ts';
import { StructuredError } from './structured-error.ts';

export interface Failure {
  /** Message with file and line of the script. */
  message: string;
  /** The complete error with the code line, a caret and the stack in lines of the script. */
  text: string;
}

const maxMessageLength = 500;

/** Describes an exception of a script. */
export function describeFailure(thrown: unknown, lines: SourceLines): Failure {
  const error = thrown instanceof Error ? thrown : new Error(describeThrown(thrown));
  const stack = error.stack ?? '';
  const place = lines.placeOf(stack);
  const sentence = oneLine(firstSentence(error.message)) || error.name;
  const at = place === null ? '' : ` (${place.file}:${place.line}:${place.column})`;
  const whole = [
    `${nameOf(error)}: ${error.message}`,
    ...(place === null ? [] : ['', ...lines.excerpt(place), '']),
    ...lines.frames(stack),
  ];
  return { message: `${prefixOf(error)}${sentence}${at}`, text: whole.join('\n') };
}

function prefixOf(error: Error): string {
  const isAssertion = error.name.startsWith('AssertionError');
  if (isAssertion) return 'Assertion failed: ';
  return error.name === 'Error' || error instanceof StructuredError ? '' : `${error.name}: `;
}

function nameOf(error: Error): string {
  if (!(error instanceof StructuredError)) return error.name;
  const context = error.callContext === '' ? '' : ` in ${error.callContext}`;
  return `${error.originalError?.name ?? 'Error'}${context}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxMessageLength ? `${line.slice(0, maxMessageLength)}…` : line;
}

function describeThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return String(thrown);
  }
}
