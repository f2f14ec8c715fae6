import { elementProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import { argumentsOf } from '../configs/arguments.ts';
import type { User, World } from '../core.ts';
import { Variables } from '../state/variables.ts';
import { compileText } from '../text/compile-text.ts';
import { startTimes } from './start-times.ts';

/**
 * Adds the variables of the test plan and of all user-defined variables, in file order. `placeholderUser` makes the
 * user that evaluates them.
 */
export function addPlanVariables(
  variables: Variables,
  plan: PlanElement,
  world: World,
  placeholderUser: (variables: Variables) => User,
): void {
  const set = (element: PlanElement | undefined, user: User) => {
    const values = new Map<string, string>();
    for (const each of argumentsOf(element)) {
      const name = compileText(each.name, world).evaluate(user);
      // The first argument of a name wins; JMeter does not evaluate the others.
      if (!values.has(name)) {
        values.set(name, compileText(each.value, world).evaluate(user));
      }
    }
    for (const [name, value] of values) {
      variables.set(name, value);
    }
  };
  for (const [name, value] of startTimes(world.nowMs())) {
    variables.set(name, value);
  }
  // JMeter evaluates the test plan's variables without a variable store: functions that set variables have no effect.
  set(
    elementProperty(plan, 'TestPlan.user_defined_variables'),
    placeholderUser(new Variables(world.variableNames)),
  );
  const visit = (element: PlanElement) => {
    if (!element.isEnabled) {
      return;
    }
    if (element.kind === 'Arguments') {
      set(element, placeholderUser(variables));
    }
    element.children.forEach(visit);
  };
  plan.children.forEach(visit);
}
