/** Tasks that exceed limits, for tests. */
import { serveTasks } from '../serve-tasks.ts';

serveTasks(async (message) => {
  const { kind, text = '' } = message as { kind: string; text?: string };
  switch (kind) {
    case 'loop':
      for (;;);
    case 'fill': {
      const kept: number[][] = [];
      for (;;) kept.push(new Array<number>(1_000_000).fill(kept.length));
    }
    case 'fail':
      throw new TypeError(text);
    case 'hand over': {
      const bytes = new TextEncoder().encode(text);
      return { value: bytes, transfer: [bytes.buffer] };
    }
    default:
      return { value: text };
  }
});
