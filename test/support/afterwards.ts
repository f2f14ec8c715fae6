import type { TestContext } from 'node:test';

const undoing = new WeakMap<TestContext, (() => unknown)[]>();

/** Like `t.after`, but in reverse order: users of a folder end before the folder is removed. */
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
