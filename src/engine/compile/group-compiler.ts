import type { PlanElement } from '../../jmx/plan-tree.ts';
import { GenericController } from '../controllers/generic-controller.ts';
import { ParallelSampler } from '../controllers/parallel-sampler.ts';
import { TransactionController } from '../controllers/transaction-controller.ts';
import type {
  CompileContext,
  CompiledElement,
  Controller,
  ElementCompiler,
  IteratingController,
  PlanListener,
  ResponseUse,
  SamplePackage,
  Sampler,
  Scope,
  UserListener,
} from '../core.ts';
import { limitSampler } from '../preprocessors/sample-timeout.ts';
import { bodyUseOf, noteUse, strongestUse } from './response-use.ts';

/** The compiled program of a thread group. */
export interface CompiledGroup {
  loop: GenericController & IteratingController;
  userListeners: UserListener[];
  /** By element, because elements beside the groups are compiled for each group. */
  planListeners: Map<PlanElement, PlanListener>;
  /** The controllers around each sampler and controller, innermost first, without the main loop. */
  parents: Map<unknown, readonly Controller[]>;
}

/** One level between the group and the current element: its owner and all direct children. */
interface Level {
  controller: Controller | undefined;
  children: CompiledElement[];
  /** Set for the level below a Parallel controller, where each child has its own main loop. */
  parallel?: ParallelSampler | undefined;
}

/**
 * Compiles one thread group. As in JMeter, elements beside the groups in the test plan are appended to the children of the
 * group, so they are on the same level.
 */
export class GroupCompiler {
  readonly #compilers: ReadonlyMap<string, ElementCompiler>;
  readonly #context: CompileContext;
  /** Shared by all groups of the plan. */
  readonly #answers: ResponseUse;
  readonly #levels: Level[] = [];
  readonly #userListeners: UserListener[] = [];
  readonly #planListeners = new Map<PlanElement, PlanListener>();
  readonly #parents = new Map<unknown, readonly Controller[]>();
  readonly #limits: NonNullable<CompiledElement['sampleLimit']>[] = [];
  /** Work to do at the end, when every level is complete. */
  readonly #later: (() => void)[] = [];

  constructor(compilers: ReadonlyMap<string, ElementCompiler>, context: CompileContext) {
    this.#compilers = compilers;
    this.#context = context;
    this.#answers = context.shared(answersKey, () => ({ isReadLater: false }));
  }

  compile(
    group: PlanElement,
    beside: readonly PlanElement[],
    loop: GenericController & IteratingController,
  ): CompiledGroup {
    const level: Level = { controller: loop, children: [] };
    this.#levels.push(level);
    this.#compileChildren(group.children, level);
    for (const element of beside) {
      // Only the elements themselves, without their children.
      this.#compileChild(element, level, []);
    }
    for (const work of this.#later) {
      work();
    }
    return {
      loop,
      userListeners: this.#userListeners,
      planListeners: this.#planListeners,
      parents: this.#parents,
    };
  }

  #compileChildren(children: readonly PlanElement[], level: Level): void {
    for (const child of children.filter((each) => each.isEnabled)) {
      this.#compileChild(child, level);
    }
  }

  #compileChild(element: PlanElement, level: Level, children = element.children): void {
    const firstListener = this.#userListeners.length;
    const compiled = this.#compileOne(element);
    level.children.push(compiled);
    const node = compiled.controller ?? compiled.sampler;
    if (!node) {
      return;
    }
    const branch = level.parallel?.addBranch(element, this.#context);
    level.controller = branch?.loop ?? level.controller;
    if (node.kind === 'controller') {
      node.name = this.#context.compile(element.name);
    }
    const around = this.#controllersAround();
    // Samplers below a sampler never run.
    if (level.controller instanceof GenericController) {
      level.controller.children.push(node);
    }
    this.#parents.set(node, around.slice(0, -1));
    const own: Level = {
      controller: node.kind === 'controller' ? node : undefined,
      children: [],
      parallel: node instanceof ParallelSampler ? node : undefined,
    };
    const parallel = this.#levels.findLast((each) => each.parallel)?.parallel;
    const levels = [...this.#levels, own];
    this.#levels.push(own);
    this.#compileChildren(children, own);
    this.#levels.pop();
    if (branch) {
      branch.userListeners = this.#userListeners.slice(firstListener);
      branch.parents = this.#parents;
    }
    if (node.kind === 'sampler') {
      this.#later.push(() => {
        completeSampler(node, levels, this.#answers, parallel);
        node.source = { element, configs: configElements(levels) };
        if (this.#limits.length > 0) {
          limitSampler(node, this.#limits);
        }
      });
    } else if (node instanceof TransactionController) {
      this.#later.push(() => {
        const pack = transactionPackage(levels);
        node.package = parallel ? parallel.around(pack, 'transaction') : pack;
      });
    }
  }

  #compileOne(element: PlanElement): CompiledElement {
    const compiler = this.#compilers.get(element.kind);
    if (!compiler) {
      throw new Error(`${element.place}: ${element.kind} cannot be run by this engine`);
    }
    const compiled = compiler(element, this.#context);
    compiled.element = element;
    this.#context.environment.onCompiled?.(compiled, element);
    compiled.bodyUse = bodyUseOf(element, compiled);
    noteUse(element, compiled, this.#answers);
    if (compiled.userListener) {
      this.#userListeners.push(compiled.userListener);
    }
    if (compiled.sampleLimit) {
      this.#limits.push(compiled.sampleLimit);
    }
    if (compiled.planListener) {
      this.#planListeners.set(element, compiled.planListener);
    }
    const level = this.#levels.findLast((each) => each.controller || each.parallel);
    const nearest = level?.parallel ? undefined : level?.controller;
    // A Parallel controller has iterations, but sends no iteration events.
    if (compiled.iterationListener && nearest instanceof GenericController) {
      nearest.iterationListeners.unshift(compiled.iterationListener);
    }
    return compiled;
  }

  /** Controllers around the current element, innermost first; the last is the main loop. */
  #controllersAround(): Controller[] {
    const outermost = this.#levels.findLastIndex((level) => level.parallel);
    return this.#levels
      .slice(Math.max(0, outermost))
      .map((level) => level.controller)
      .filter((controller) => controller !== undefined)
      .reverse();
  }
}

const answersKey = 'use of answers';

function completeSampler(
  sampler: Sampler,
  levels: readonly Level[],
  answers: ResponseUse,
  parallel: ParallelSampler | undefined,
): void {
  const pack = samplePackage(levels);
  sampler.package = { ...(parallel ? parallel.around(pack, 'sample') : pack), answers };
  sampler.configure?.(scopeOf(levels, answers));
}

/** In JMeter's order: timers and listeners innermost first, processors and assertions outermost first. */
function samplePackage(levels: readonly Level[]): SamplePackage {
  const outward = fromInside(levels);
  const inward = levels.flatMap((level) => level.children);
  return {
    preProcessors: inward.flatMap((each) => each.preProcessor ?? []),
    timers: outward.flatMap((each) => each.timer ?? []),
    postProcessors: inward.flatMap((each) => each.postProcessor ?? []),
    assertions: inward.flatMap((each) => each.assertion ?? []),
    listeners: outward.flatMap((each) => each.listener ?? []),
    runsOutside: inward.some((each) => each.runsOutside),
  };
}

function transactionPackage(levels: readonly Level[]): TransactionController['package'] {
  const outward = fromInside(levels);
  return {
    assertions: outward.flatMap((each) => each.assertion ?? []),
    listeners: outward.flatMap((each) => each.listener ?? []),
  };
}

function scopeOf(levels: readonly Level[], answers: ResponseUse): Scope {
  const uses = levels.flatMap((level) => level.children.map(({ bodyUse }) => bodyUse ?? 'bytes'));
  const configs = fromInside(levels).flatMap((each) => each.config ?? []);
  return {
    configs: (kind) => configs.filter((config) => config.kind === kind).map((config) => config.value),
    bodyUse: strongestUse(uses),
    answers,
  };
}

const configElements = (levels: readonly Level[]) =>
  fromInside(levels).flatMap(({ config, element }) => (config && element ? [element] : []));

const fromInside = (levels: readonly Level[]) => levels.toReversed().flatMap((level) => level.children);
