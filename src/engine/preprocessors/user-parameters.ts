import { booleanProperty, listProperty, type PlanElement, type PropertyValue } from '../../jmx/plan-tree.ts';
import type { CompileContext, ElementCompiler, Text, User } from '../core.ts';

/** Sets variables from a list per user: before every sampler, or once per iteration. */
export const userParameters: ElementCompiler = (element, context) => {
  const { names, lists } = context.shared(element, () => read(element, context));
  const isPerIteration = booleanProperty(element, 'UserParameters.per_iteration');
  const set = (user: User) => {
    const values = lists[user.number % lists.length] ?? [];
    for (const [index, name] of names.entries()) {
      const value = values[index];
      if (value === undefined) {
        return;
      }
      user.variables.set(name.evaluate(user), value.evaluate(user));
    }
  };
  return isPerIteration ? { iterationListener: { iterationStart: set } } : { preProcessor: { process: set } };
};

function read(element: PlanElement, context: CompileContext): { names: Text[]; lists: Text[][] } {
  const compile = (value: PropertyValue) => context.compile(typeof value === 'string' ? value : '');
  return {
    names: listProperty(element, 'UserParameters.names').map(({ value }) => compile(value)),
    lists: listProperty(element, 'UserParameters.thread_values').map(({ value }) =>
      typeof value === 'object' && 'items' in value ? value.items.map((item) => compile(item.value)) : [],
    ),
  };
}
