import { listProperty, type PropertyValue } from '../../jmx/plan-tree.ts';
import { toInt } from '../../languages/java/numbers.ts';
import type { GroupKind, GroupStart } from '../core.ts';

/** jp@gc's Ultimate Thread Group: rows of users, each with its delay, ramp-up, hold and shutdown in seconds. */
export const ultimateThreadGroup: GroupKind = { stage: 'main', isNewUserInEachPass: true, start };

function start(group: GroupStart): void {
  const rows = listProperty(group.element, 'ultimatethreadgroupdata');
  for (const row of rows) {
    const [count = 0, delay = 0, rampUp = 0, hold = 0, shutdown = 0] = numbersOf(row.value, group);
    const ascentMs = group.startMs + 1000 * delay;
    // Users of a row start in reverse order.
    for (let left = count; left > 0; left--) {
      const rampMs = Math.floor((1000 * rampUp * left) / count);
      const descentMs = ascentMs + 1000 * hold + 1000 * rampUp;
      group.addUser(ascentMs + rampMs, descentMs + Math.floor((1000 * shutdown * left) / count));
    }
  }
}

function numbersOf(row: PropertyValue, group: GroupStart): number[] {
  if (typeof row === 'string' || !('items' in row)) {
    return [];
  }
  return row.items.map(({ value }) => (typeof value === 'string' ? toInt(group.evaluate(value)) : 0));
}
