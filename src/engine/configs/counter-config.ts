import { booleanProperty } from '../../jmx/plan-tree.ts';
import { formatWhole } from '../../languages/java/decimal-format.ts';
import { toLong } from '../../languages/java/numbers.ts';
import type { ElementCompiler } from '../core.ts';

/** State of a per-user counter. */
interface OwnCount {
  next: number;
  lastIteration: number;
}

/** JMeter's CounterConfig: counts iterations, of all users or per user. */
export const counterConfig: ElementCompiler = (element, context) => {
  const [start, end, increment, name, format] = ['start', 'end', 'incr', 'name', 'format'].map((each) =>
    context.text(element, `CounterConfig.${each}`),
  );
  const isPerUser = booleanProperty(element, 'CounterConfig.per_user');
  const isReset = booleanProperty(element, 'CounterConfig.reset_on_tg_iteration');
  const shared = context.numbers.at(context.nameOf(element));
  return {
    iterationListener: {
      iterationStart(user) {
        const first = toLong(start?.evaluate(user) ?? '');
        const lastText = end?.evaluate(user) ?? '';
        const last = lastText === '' ? Number.POSITIVE_INFINITY : toLong(lastText);
        const step = toLong(increment?.evaluate(user) ?? '');
        let value: number;
        if (isPerUser) {
          const own = user.stateOf<OwnCount>(element, () => ({ next: first, lastIteration: 1 }));
          if (isReset && user.iteration !== own.lastIteration) {
            own.next = first;
          }
          own.lastIteration = user.iteration;
          value = own.next;
          own.next = value + step > last ? first : value + step;
        } else {
          value = shared.hold((next) => {
            const current = next.value === undefined || next.value > last ? first : next.value;
            next.value = current + step;
            return current;
          });
        }
        user.variables.set(name?.evaluate(user) ?? '', formatWhole(value, format?.evaluate(user) ?? ''));
      },
    },
  };
};
