import {
  errorSampleKey,
  maxErrorSamples,
  parseErrorSample,
  samplesPerError,
} from '../../domain/error-sample.ts';
import { maskSecrets } from '../../domain/mask-secrets.ts';
import type { Log } from '../../lib/log.ts';
import type { Masker } from '../../lib/masker.ts';
import type { AgentMessage } from '../../protocol/messages.ts';
import { openRegular } from '../../tools/safe-file.ts';
import type { Tool, ToolExecution } from '../../tools/tool.ts';

export interface ErrorSampleSenderOptions {
  tool: Pick<Tool, 'errorSamplesPath'>;
  execution: ToolExecution;
  log: Log;
  sendMessage(message: AgentMessage): boolean;
  masker?: Masker | undefined;
}

/** Longer than any line that a tool writes. */
const readBytes = 4 << 20;

/** Sends the first failures of each label and error, with secrets masked. */
export class ErrorSampleSender {
  readonly #options: ErrorSampleSenderOptions;
  #offset = 0;
  #seq = 0;
  #counts = new Map<string, number>();

  constructor(options: ErrorSampleSenderOptions) {
    this.#options = options;
  }

  /** On a new connection, everything is sent again: the service stores each sequence number once. */
  reset(): void {
    this.#offset = 0;
    this.#seq = 0;
    this.#counts = new Map();
  }

  /** Sends what the tool has written since the last call. Never throws. */
  async send(): Promise<void> {
    if (this.#seq >= maxErrorSamples) return;
    try {
      for (const { line, end } of await this.#readLines()) {
        if (!this.#sendLine(line)) return;
        this.#offset = end;
      }
    } catch (error) {
      this.#options.log.debug({ err: error }, 'error-samples.unreadable');
    }
  }

  async #readLines(): Promise<{ line: string; end: number }[]> {
    const { tool, execution } = this.#options;
    const path = tool.errorSamplesPath?.(execution);
    const file = path === undefined ? undefined : await openRegular(path);
    if (!file) return [];
    try {
      const { size } = await file.stat();
      if (size <= this.#offset) return [];
      const buffer = Buffer.alloc(Math.min(readBytes, size - this.#offset));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, this.#offset);
      return linesOf(buffer.subarray(0, bytesRead), this.#offset);
    } finally {
      await file.close();
    }
  }

  /** False when there is no connection. */
  #sendLine(line: string): boolean {
    const { masker } = this.#options;
    const sample = parseErrorSample(line, masker);
    if (!sample || this.#seq >= maxErrorSamples) return true;
    const key = errorSampleKey(sample);
    const count = this.#counts.get(key) ?? 0;
    if (count >= samplesPerError) return true;
    const { executionId } = this.#options.execution.spec;
    const message = {
      type: 'error-sample',
      executionId,
      seq: this.#seq,
      sample: maskSecrets(sample),
    } as const;
    if (!this.#options.sendMessage(message)) return false;
    this.#counts.set(key, count + 1);
    this.#seq += 1;
    return true;
  }
}

/** Complete lines with their end offsets. A full buffer without a line end is skipped. */
function linesOf(bytes: Buffer, offset: number): { line: string; end: number }[] {
  const lines: { line: string; end: number }[] = [];
  let at = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, at)) {
    lines.push({ line: bytes.toString('utf8', at, end), end: offset + end + 1 });
    at = end + 1;
  }
  if (lines.length === 0 && bytes.length === readBytes) lines.push({ line: '', end: offset + bytes.length });
  return lines;
}
