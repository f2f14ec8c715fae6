import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { CompileContext, PlanListener, Text, User } from '../core.ts';

/** JMeter evaluates the properties of a script's element once before the first user starts. */
export function evaluatedAtStart(
  element: PlanElement,
  context: CompileContext,
  texts: readonly Text[],
): PlanListener {
  return context.shared(element, () => ({
    planStarted: (placeholderUser: User) => {
      for (const text of texts) {
        text.evaluate(placeholderUser);
      }
    },
  }));
}
