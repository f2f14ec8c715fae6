import type { TestContext } from 'node:test';

const undoing = new WeakMap<TestContext, (() => unknown)[]>();

/** Like `t.after`, but the last comes first: what uses a folder ends before the folder does. */
export function afterwards(t: TestContext, undo: () => unknown): void {
  const known = undoing.get(t);
  if (known) {
    known.push(undo);
    return;
  }
  const stack = [undo];
  undoing.set(t, stack);
  t.after(async () => {
    for (const each of stack.reverse()) await each();
  });
}
