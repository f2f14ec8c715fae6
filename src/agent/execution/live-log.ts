import type { Log } from '../../lib/log.ts';
import { type Masker, maskText } from '../../lib/masker.ts';
import type { AgentMessage } from '../../protocol/messages.ts';
import type { Tool, ToolExecution } from '../../tools/tool.ts';

export interface LiveLogOptions {
  tool: Tool;
  execution: ToolExecution;
  log: Log;
  sendMessage(message: AgentMessage): boolean;
  masker?: Masker | undefined;
}

const tailLines = 50;
const maxLineLength = 2000;
const everyMs = 3000;

/** Sends the last lines of the tool's log when they have changed. */
export class LiveLog {
  readonly #options: LiveLogOptions;
  #sent = '';
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LiveLogOptions) {
    this.#options = options;
  }

  /** On a new connection: the next tail is sent even if unchanged. */
  reset(): void {
    this.#sent = '';
  }

  /** Reads the log at most every 3 s, unless `isLast`. Never throws. */
  async send(isLast = false): Promise<void> {
    const now = performance.now();
    if (!isLast && now - this.#lookedAt < everyMs) return;
    this.#lookedAt = now;
    const { tool, execution, sendMessage, log, masker } = this.#options;
    try {
      const tail = await tool.logTail(execution, tailLines);
      const lines = tail.map((line) => maskText(masker, line).slice(0, maxLineLength));
      const text = lines.join('\n');
      if (text === this.#sent) return;
      if (sendMessage({ type: 'log', executionId: execution.spec.executionId, lines })) this.#sent = text;
    } catch (error) {
      log.debug({ err: error }, 'tool.log.unreadable');
    }
  }
}
