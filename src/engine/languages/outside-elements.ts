import { isOf, scriptDialect } from '../../jmx/proven/script-elements.ts';
import {
  type CompiledElement,
  type ElementCompiler,
  noPackage,
  type OutsideScript,
  pending,
  type Sampler,
} from '../core.ts';
import { outsideAssertion } from './outside-assertion.ts';

/** The role of a scripted element in a plan. */
type Role = 'preProcessor' | 'postProcessor' | 'timer' | 'assertion' | 'sampler';

/** Compiles a scripted element: outside of the engine if `outsideScripts` runs it, otherwise with `inside`. */
export const scripted =
  (role: Role, inside: ElementCompiler): ElementCompiler =>
  (element, context) => {
    const outside = context.environment.outsideScripts?.scriptOf(element, context);
    if (!outside) {
      if (isOf(element.kind, 'JSR223') && scriptDialect(element) !== 'groovy') {
        throw new Error(`${element.place}: only Groovy runs inside of the engine`);
      }
      return inside(element, context);
    }
    const { planListener, userListener } = outside;
    return {
      ...partsOf(role, outside),
      userListener,
      ...(planListener ? { planListener } : {}),
    };
  };

/** For elements whose scripts never run inside of the engine. */
export const outsideOnly = (role: Role): ElementCompiler =>
  scripted(role, ({ place }) => {
    throw new Error(`${place}: its script runs only in a JVM beside the engine`);
  });

function partsOf(role: Role, outside: OutsideScript): CompiledElement {
  switch (role) {
    case 'preProcessor':
      return { runsOutside: true, preProcessor: { process: (user) => outside.process(user) } };
    case 'postProcessor':
      return { runsOutside: true, postProcessor: { process: (user) => outside.process(user) } };
    case 'timer':
      return { runsOutside: true, timer: { delayMs: (user) => outside.delayMs(user) } };
    case 'assertion':
      return outsideAssertion({
        name: outside.name,
        scope: () => 'parent',
        checkOutside: (result, user) => outside.check(result, user),
      });
    case 'sampler':
      return { sampler: outsideSampler(outside) };
  }
}

function outsideSampler(script: OutsideScript): Sampler {
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
