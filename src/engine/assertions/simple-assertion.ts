import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { Assertion, CompileContext, CompiledElement, User } from '../core.ts';
import { type SampleScope, sampleScope } from '../sampling/scope.ts';
import type { Result } from '../state/result.ts';

/** An assertion that says what is wrong, or nothing. */
export function simpleAssertion(
  element: PlanElement,
  context: CompileContext,
  problem: (result: Result, user: User, scope: SampleScope) => string | undefined,
  hasEmptyMessage = false,
): CompiledElement {
  const name = context.compile(element.name);
  const scope = sampleScope(element, context, 'Assertion.scope');
  const assertion: Assertion = {
    name,
    scope: (user) => scope.of(user),
    check: (result, user) => {
      const message = problem(result, user, scope);
      return {
        name: name.evaluate(user),
        isFailure: message !== undefined,
        isError: false,
        message: message ?? '',
        hasEmptyMessage,
      };
    },
  };
  return { assertion };
}
