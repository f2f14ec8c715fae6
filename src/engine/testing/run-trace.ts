import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { CompiledElement, Environment, Sampler, TextFunctionMaker } from '../core.ts';
import { keyOf, partsOfPlan } from './plan-parts.ts';

/** Records which elements of a plan our engine executed in a run, and which function calls it evaluated. */
export class RunTrace {
  readonly #ran = new Set<PlanElement>();
  readonly #evaluated = new Set<string>();
  readonly #configKinds = new Map<PlanElement, string>();
  #plan: PlanElement | undefined;

  /** The environment of a run of this plan, which reports to the trace. */
  traced(plan: PlanElement, environment: Environment): Environment {
    this.#plan = plan;
    this.#ran.add(plan);
    return {
      ...environment,
      functions: new Map(
        [...environment.functions].map(([name, make]) => [name, this.#tracedFunction(name, make)]),
      ),
      onCompiled: (compiled, element) => this.#traceElement(compiled, element),
    };
  }

  /** Labels of the parts of the plan (see `partsOfPlan`) that the run left out. */
  idle(): string[] {
    const { elements, calls } = partsOfPlan(this.#plan ? [this.#plan] : []);
    return [
      ...[...elements].filter(([, equal]) => !equal.some((each) => this.#ran.has(each))),
      ...[...calls].filter(([, call]) => !this.#evaluated.has(keyOf(call))),
    ].map(([label]) => label);
  }

  #tracedFunction(name: string, make: TextFunctionMaker): TextFunctionMaker {
    return (args, environment) => {
      const made = make(args, environment);
      const key = keyOf({ name, args: args.map(({ raw }) => raw) });
      return {
        evaluate: (user) => {
          this.#evaluated.add(key);
          return made.evaluate(user);
        },
      };
    };
  }

  #traceElement(compiled: CompiledElement, element: PlanElement): void {
    const { controller, sampler, config } = compiled;
    const ran = () => this.#ran.add(element);
    const watch = <T extends object>(role: T | undefined, method: keyof T, note: () => unknown = ran) =>
      this.#watch(role, method, note);
    if (sampler) {
      this.#traceSampler(sampler, ran);
    }
    if (config) {
      this.#configKinds.set(element, config.kind);
    }
    watch(controller, 'next');
    watch(compiled.preProcessor, 'process');
    watch(compiled.timer, 'delayMs');
    watch(compiled.postProcessor, 'process');
    watch(compiled.assertion, 'check');
    watch(compiled.assertion, 'checkOutside');
    watch(compiled.listener, 'sampleOccurred');
    watch(compiled.iterationListener, 'iterationStart');
    watch(compiled.sampleLimit, 'limitMs');
    const isOnlyAround = !Object.keys(compiled).some((role) => !aroundRoles.has(role));
    if (isOnlyAround) {
      watch(compiled.userListener, 'userStarted');
      watch(compiled.planListener, 'planStarted');
      if (!compiled.userListener && !compiled.planListener) {
        // It has an effect only before the run, or none.
        ran();
      }
    }
  }

  /** A config is executed when a sampler that asked for its kind runs. */
  #traceSampler(sampler: Sampler, ran: () => unknown): void {
    const asked = new Set<string>();
    const configure = sampler.configure?.bind(sampler);
    if (configure) {
      sampler.configure = (scope) =>
        configure({
          ...scope,
          configs: (kind) => {
            asked.add(kind);
            return scope.configs(kind);
          },
        });
    }
    this.#watch(sampler, 'sample', () => {
      ran();
      for (const config of sampler.source?.configs ?? []) {
        if (asked.has(this.#configKinds.get(config) ?? '')) {
          this.#ran.add(config);
        }
      }
    });
  }

  /** Calls `note` at each call of a method. */
  #watch<T extends object>(role: T | undefined, method: keyof T, note: () => unknown): void {
    const original = role?.[method];
    if (!role || typeof original !== 'function') {
      return;
    }
    role[method] = function (this: T, ...args: unknown[]) {
      note();
      return original.apply(this, args);
    } as T[keyof T];
  }
}

/** Roles that run also for elements that no virtual user reaches. */
const aroundRoles = new Set(['element', 'bodyUse', 'runsOutside', 'userListener', 'planListener']);
