import type { PlanElement } from '../../plans/jmeter/plan-tree.ts';
import type { Controller } from '../control/controller.ts';
import type {
  Assertion,
  IterationListener,
  Listener,
  PostProcessor,
  PreProcessor,
  Sampler,
  Timer,
  UserListener,
} from '../sampling/package.ts';
import type { FunctionWorld, Text } from '../text/text.ts';

/**
 * What an element of a plan becomes. One element may be several things at once: a CSV data set is told of iterations, a
 * transaction controller listens to samples, a cookie manager is a config that is told when users come and go.
 */
export interface CompiledElement {
  controller?: Controller;
  sampler?: Sampler;
  preProcessor?: PreProcessor;
  timer?: Timer;
  postProcessor?: PostProcessor;
  assertion?: Assertion;
  listener?: Listener;
  /** Looked up by the samplers in whose scope it is, by its kind. */
  config?: Config;
  iterationListener?: IterationListener;
  userListener?: UserListener;
}

export interface Config {
  kind: string;
  value: unknown;
}

/** What is in the scope of one sampler. Known once the whole group is compiled, for what comes later counts too. */
export interface Scope {
  /** Configs of a kind, from the inside out. */
  configs(kind: string): unknown[];
}

/** What element compilers get to work with. */
export interface CompileContext {
  readonly world: FunctionWorld;
  /** Compiles a property of an element, with its variables and functions. */
  text(element: PlanElement, property: string, fallback?: string): Text;
  compile(raw: string): Text;
  /** The place of a new controller's state in each user. */
  nextIndex(): number;
  /** What the users of all groups share in this worker, by the element it belongs to. */
  shared<T>(element: PlanElement, make: () => T): T;
}

export type ElementCompiler = (element: PlanElement, context: CompileContext) => CompiledElement;
