import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { AssertionScope, CompileContext, User } from '../core.ts';
import type { Result } from '../state/result.ts';

/** The samples, or the variable, that an extractor or assertion applies to. */
export interface SampleScope {
  of(user: User): AssertionScope;
  variableName(user: User): string;
}

export function sampleScope(
  element: PlanElement,
  context: CompileContext,
  property: 'Sample.scope' | 'Assertion.scope',
): SampleScope {
  const scope = context.text(element, property, 'parent');
  const name = context.text(element, 'Scope.variable');
  return {
    of: (user) => scope.evaluate(user) as AssertionScope,
    variableName: (user) => name.evaluate(user),
  };
}

/** The sample, its sub-results, or both; to a depth of five, as in JMeter. */
export function samplesIn(scope: AssertionScope, result: Result): readonly Result[] {
  if (scope === 'parent' || result.subResults === undefined) {
    return scope === 'children' || scope === 'variable' ? [] : [result];
  }
  const samples: Result[] = scope === 'all' ? [result] : [];
  if (scope === 'all' || scope === 'children') {
    addChildren(samples, result, 4);
  }
  return samples;
}

function addChildren(samples: Result[], parent: Result, levels: number): void {
  const children = parent.subResults ?? [];
  samples.push(...children);
  if (levels > 0) {
    for (const child of children) {
      addChildren(samples, child, levels - 1);
    }
  }
}
