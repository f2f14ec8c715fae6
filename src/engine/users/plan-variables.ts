import { elementProperty, type PlanElement } from '../../plans/jmeter/plan-tree.ts';
import { argumentsOf } from '../configs/arguments.ts';
import type { User, World } from '../core.ts';
import { compileText } from '../text/compile-text.ts';
import { startTimes } from './start-times.ts';
import { Variables } from './variables.ts';

/**
 * Adds what stands in the test plan itself and in all user-defined variables, in the order of the file. `placeholderUser` makes a
 * user for what is evaluated before any comes.
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
      // Of several with one name in one element the first counts; the others are not even looked at.
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
  // While JMeter reads those of the test plan itself, there is nowhere that functions could put variables.
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
