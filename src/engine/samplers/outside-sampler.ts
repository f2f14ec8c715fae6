import type { PlanElement } from '../../jmx/plan-tree.ts';
import {
  type CompileContext,
  type CompiledElement,
  noPackage,
  type OutsideScript,
  pending,
  type Sampler,
} from '../core.ts';

/** A sampler that runs outside of the engine; undefined when the engine runs it itself. */
export function outsideSampler(element: PlanElement, context: CompileContext): CompiledElement | undefined {
  const outside = context.environment.outsideScripts?.scriptOf(element, context);
  if (!outside) {
    return undefined;
  }
  const { planListener, userListener } = outside;
  return { sampler: samplerOf(outside), planListener, userListener };
}

function samplerOf(script: OutsideScript): Sampler {
  return {
    kind: 'sampler',
    name: script.name,
    package: noPackage,
    sample(user) {
      script.sample(user).then(
        (result) => user.runner.finishSample(user, result),
        (error: unknown) => user.runner.failSample(user, error),
      );
      return pending;
    },
    interrupt: (user) => script.interrupt(user),
  };
}
