import { argumentsOf } from '../../jmx/arguments-of.ts';
import { elementProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import type { Environment, User } from '../core.ts';
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
  environment: Environment,
  placeholderUser: (variables: Variables) => User,
): void {
  const set = (element: PlanElement | undefined, user: User) => {
    const values = new Map<string, string>();
    for (const each of argumentsOf(element)) {
      const name = compileText(each.name, environment).evaluate(user);
      // The first argument of a name wins; JMeter does not evaluate the others.
      if (!values.has(name)) {
        values.set(name, compileText(each.value, environment).evaluate(user));
      }
    }
    for (const [name, value] of values) {
      variables.set(name, value);
    }
  };
  for (const [name, value] of startTimes(environment.nowMs())) {
    variables.set(name, value);
  }
  // JMeter evaluates the test plan's variables without a variable store: functions that set variables have no effect.
  set(
    elementProperty(plan, 'TestPlan.user_defined_variables'),
    placeholderUser(new Variables(environment.variableNames)),
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
