import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { booleanProperty } from '../../jmx/plan-tree.ts';
import { javaSplit } from '../../languages/java/java-split.ts';
import type { ElementCompiler, User } from '../core.ts';
import { HttpResult } from '../http/http-result.ts';
import type { Result } from '../state/result.ts';
import { elapsed } from './result-columns.ts';

/** The plugin skips longer rows. */
const maxRowBytes = 10 * 1024;
const maxBufferedBytes = 64 * 1024;

/** jp@gc - Flexible File Writer: a row of fields and texts for each sample. */
export const flexibleFileWriter: ElementCompiler = (element, context) => {
  const name = context.text(element, 'filename');
  const columns = context.text(element, 'columns');
  const header = context.text(element, 'header');
  const footer = context.text(element, 'footer');
  const isOverwritten = booleanProperty(element, 'overwrite');
  const state = context.shared(element, () => ({
    file: undefined as BufferedFile | undefined,
    fields: [] as Field[],
    end: '',
  }));
  const stop = (user: User, error: unknown) => {
    state.file = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    user.runner.warn(`${element.place} saves nothing: its file cannot be written (${reason}).`);
  };
  return {
    planListener: {
      planStarted: (placeholderUser) => {
        state.fields = fieldsOf(columns.evaluate(placeholderUser));
        state.end = withControls(footer.evaluate(placeholderUser));
        try {
          const path = resolve(context.environment.filesFolder, name.evaluate(placeholderUser));
          state.file = new BufferedFile(path, isOverwritten);
          state.file.add(Buffer.from(withControls(header.evaluate(placeholderUser))));
        } catch (error) {
          // JMeter silently continues without the file.
          stop(placeholderUser, error);
        }
      },
      planEnded: () => {
        state.file?.add(Buffer.from(state.end));
        state.file?.close();
        state.file = undefined;
      },
    },
    listener: {
      bodyUse: 'bytes',
      sampleOccurred(result, user) {
        const row = Buffer.concat(state.fields.map((field) => field(result)));
        if (row.length > maxRowBytes) {
          return;
        }
        try {
          state.file?.add(row);
        } catch (error) {
          stop(user, error);
        }
      },
    },
  };
};

type Field = (result: Result) => Buffer;

class BufferedFile {
  readonly #descriptor: number;
  #rows: Buffer[] = [];
  #bytes = 0;

  constructor(path: string, isOverwritten: boolean) {
    this.#descriptor = openSync(path, isOverwritten ? 'w' : 'a');
  }

  add(bytes: Buffer): void {
    this.#rows.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > maxBufferedBytes) {
      this.#flush();
    }
  }

  #flush(): void {
    const rows = Buffer.concat(this.#rows);
    this.#rows = [];
    this.#bytes = 0;
    writeSync(this.#descriptor, rows);
  }

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }
}

/** Replaces the escapes `\t`, `\n`, `\r` and `\\`. */
const withControls = (text: string) =>
  text.replace(/\\([\\tnr])/g, (_, code: string) => ({ t: '\t', n: '\n', r: '\r' })[code] ?? '\\');

/** Fields and constant texts, separated by bars; an empty text stands for a bar. */
const fieldsOf = (columns: string): Field[] =>
  javaSplit(withControls(columns), '|').map((written) => {
    const known = fields.get(written);
    if (known) {
      return (result) => encoded(known(result));
    }
    if (written === 'responseData') {
      return ({ body }) => Buffer.from(body);
    }
    const constant = Buffer.from(written || '|');
    return () => constant;
  });

/** The plugin writes ISO-8859-1. */
const encoded = (value: string | number) =>
  Buffer.from(String(value).replace(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1');

const flag = (value: boolean) => (value ? '1' : '0');
const seconds = (timeMs: number) => String(Math.floor(timeMs)).replace(/(?=.{3}$)/, '.');
const requestOf = (result: Result) =>
  result instanceof HttpResult || result.hasSamplerData ? result.samplerData : '0';

const fields = new Map<string, (result: Result) => string | number>([
  ['isSuccsessful', ({ isSuccess }) => flag(isSuccess)],
  ['startTime', ({ startMs }) => Math.floor(startMs)],
  ['endTime', ({ endMs }) => Math.floor(endMs)],
  ['sentBytes', (result) => result.samplerData.length],
  ['receivedBytes', ({ body }) => body.length],
  ['responseTime', elapsed],
  ['latency', ({ latencyMs }) => Math.floor(latencyMs)],
  ['responseCode', ({ code }) => code],
  ['responseMessage', ({ message }) => message],
  ['isFailed', ({ isSuccess }) => flag(!isSuccess)],
  ['threadName', ({ threadName }) => threadName],
  ['sampleLabel', ({ label }) => label],
  ['startTimeMillis', ({ startMs }) => seconds(startMs)],
  ['endTimeMillis', ({ endMs }) => seconds(endMs)],
  ['responseTimeMicros', (result) => elapsed(result) * 1000],
  ['latencyMicros', ({ latencyMs }) => Math.floor(latencyMs) * 1000],
  ['requestData', requestOf],
  ['responseHeaders', ({ responseHeaders }) => responseHeaders],
  ['threadsCount', ({ allUsers }) => allUsers],
  ['requestHeaders', ({ requestHeaders }) => requestHeaders],
  ['connectTime', ({ connectMs }) => Math.floor(connectMs)],
]);
