import { stripVTControlCharacters } from 'node:util';
import type { ProgressStream } from '../terminal.ts';
import { type LiveState, renderLiveBlock, renderPlainLine } from './live-lines.ts';

const plainLineEveryMs = 10_000;

/** Live progress on standard error: an updated block in a terminal, otherwise periodic lines. */
export interface LiveView {
  show(state: LiveState): void;
  /** Prints a permanent line. */
  note(sentence: string): void;
  /** Hides the block during a prompt. */
  pause(): void;
  resume(): void;
  end(): void;
}

export function createLiveView(stream: ProgressStream): LiveView {
  return stream.isInteractive ? createBlockView(stream) : createLineView(stream);
}

function createBlockView(stream: ProgressStream): LiveView {
  let shownLines = 0;
  let isPaused = false;
  const clear = () => {
    if (shownLines > 0) stream.write(`\r\u001b[${shownLines}A\u001b[J`);
    shownLines = 0;
  };
  return {
    show: (state) => {
      if (isPaused) return;
      const width = stream.columns() - 1;
      const lines = renderLiveBlock(state, stream.paint).map((line) => fit(line, width));
      const up = shownLines > 0 ? `\r\u001b[${shownLines}A` : '';
      stream.write(`${up}${lines.map((line) => `\u001b[2K${line}\n`).join('')}\u001b[J`);
      shownLines = lines.length;
    },
    note: (sentence) => {
      clear();
      stream.write(`${sentence}\n`);
    },
    pause: () => {
      isPaused = true;
      clear();
    },
    resume: () => {
      isPaused = false;
    },
    end: clear,
  };
}

function createLineView(stream: ProgressStream): LiveView {
  let shownAtMs = Number.NEGATIVE_INFINITY;
  let shownState = '';
  return {
    show: (state) => {
      const news = `${state.run.phase} ${state.run.progress}`;
      const nowMs = performance.now();
      if (news === shownState && nowMs - shownAtMs < plainLineEveryMs) return;
      shownState = news;
      shownAtMs = nowMs;
      stream.write(`${renderPlainLine(state)}\n`);
    },
    note: (sentence) => stream.write(`${sentence}\n`),
    pause: () => {},
    resume: () => {},
    end: () => {},
  };
}

/** Truncates a line to the width, without colours if necessary: a wrapped line would break the line count of the block. */
function fit(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  return plain.length <= width ? line : plain.slice(0, width);
}
