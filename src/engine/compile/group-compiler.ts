import type { PlanElement } from '../../plans/jmeter/plan-tree.ts';
import { textProperty } from '../../plans/jmeter/plan-tree.ts';
import type { Controller, IteratingController } from '../control/controller.ts';
import { GenericController } from '../control/generic-controller.ts';
import { TransactionController } from '../control/transaction-controller.ts';
import type { SamplePackage, Sampler, UserListener } from '../sampling/package.ts';
import { compileText } from '../text/compile-text.ts';
import type { FunctionWorld } from '../text/text.ts';
import type { CompileContext, CompiledElement, ElementCompiler, Scope } from './element-compiler.ts';

/** A thread group's program: what its users go through. */
export interface CompiledGroup {
  loop: IteratingController;
  userListeners: UserListener[];
  /** The controllers around each sampler and controller, from the inside out, without the main loop. */
  parents: Map<unknown, readonly Controller[]>;
}

/** One level on the way from the group down to where we are: its owner and everything directly below it. */
interface Level {
  controller: Controller | undefined;
  children: CompiledElement[];
}

export interface GroupCompilerParts {
  compilers: ReadonlyMap<string, ElementCompiler>;
  world: FunctionWorld;
  shared: Map<PlanElement, unknown>;
}

/**
 * Compiles one thread group. As in JMeter, what stands beside the groups in the test plan is put behind the group's own
 * children, so it is on one level with them.
 */
export class GroupCompiler {
  readonly #parts: GroupCompilerParts;
  readonly #levels: Level[] = [];
  readonly #userListeners: UserListener[] = [];
  readonly #parents = new Map<unknown, readonly Controller[]>();
  /** Done at the end, when every level is complete. */
  readonly #later: (() => void)[] = [];
  readonly #context: CompileContext;

  constructor(parts: GroupCompilerParts) {
    this.#parts = parts;
    this.#context = contextFor(parts);
  }

  compile(
    group: PlanElement,
    planLevel: readonly PlanElement[],
    makeLoop: (context: CompileContext) => GenericController & IteratingController,
  ): CompiledGroup {
    const loop = makeLoop(this.#context);
    // Only the elements themselves, not what is below them.
    const beside = planLevel.map((element) => ({ ...element, children: [] }));
    this.#open({ controller: loop, children: [] }, [...group.children, ...beside]);
    for (const work of this.#later) {
      work();
    }
    return { loop, userListeners: this.#userListeners, parents: this.#parents };
  }

  #open(level: Level, children: readonly PlanElement[]): void {
    this.#levels.push(level);
    for (const child of children.filter((each) => each.isEnabled)) {
      this.#compileChild(child, level);
    }
    this.#levels.pop();
  }

  #compileChild(element: PlanElement, level: Level): void {
    const compiled = this.#compileOne(element);
    level.children.push(compiled);
    const node = compiled.controller ?? compiled.sampler;
    if (!node) {
      return;
    }
    const around = this.#controllersAround();
    if (around[0] instanceof GenericController) {
      around[0].children.push(node);
    }
    this.#parents.set(node, around.slice(0, -1));
    const own: Level = { controller: node.kind === 'controller' ? node : undefined, children: [] };
    const levels = [...this.#levels, own];
    this.#open(own, element.children);
    if (node.kind === 'sampler') {
      this.#later.push(() => completeSampler(node, levels));
    } else if (node instanceof TransactionController) {
      this.#later.push(() => {
        node.package = transactionPackage(levels);
      });
    }
  }

  #compileOne(element: PlanElement): CompiledElement {
    const compiler = this.#parts.compilers.get(element.kind);
    if (!compiler) {
      throw new Error(`${element.place}: ${element.kind} cannot be run by this engine`);
    }
    const compiled = compiler(element, this.#context);
    if (compiled.userListener) {
      this.#userListeners.push(compiled.userListener);
    }
    const [nearest] = this.#controllersAround();
    if (compiled.iterationListener && nearest instanceof GenericController) {
      nearest.iterationListeners.unshift(compiled.iterationListener);
    }
    return compiled;
  }

  /** From the inside out; the last is the main loop. */
  #controllersAround(): Controller[] {
    return this.#levels
      .map((level) => level.controller)
      .filter((controller) => controller !== undefined)
      .reverse();
  }
}

function contextFor({ world, shared }: GroupCompilerParts): CompileContext {
  let index = 0;
  return {
    world,
    compile: (raw) => compileText(raw, world),
    text: (element, property, fallback) => compileText(textProperty(element, property, fallback), world),
    nextIndex: () => index++,
    shared: <T>(element: PlanElement, make: () => T): T => {
      const found = (shared.get(element) as T | undefined) ?? make();
      shared.set(element, found);
      return found;
    },
  };
}

function completeSampler(sampler: Sampler, levels: readonly Level[]): void {
  sampler.package = samplePackage(levels);
  sampler.configure?.(scopeOf(levels));
}

/** Timers and listeners from the inside out; processors and assertions from the outside in. */
function samplePackage(levels: readonly Level[]): SamplePackage {
  const outward = fromInside(levels);
  const inward = levels.flatMap((level) => level.children);
  return {
    preProcessors: inward.flatMap((each) => each.preProcessor ?? []),
    timers: outward.flatMap((each) => each.timer ?? []),
    postProcessors: inward.flatMap((each) => each.postProcessor ?? []),
    assertions: inward.flatMap((each) => each.assertion ?? []),
    listeners: outward.flatMap((each) => each.listener ?? []),
  };
}

function transactionPackage(levels: readonly Level[]): TransactionController['package'] {
  const outward = fromInside(levels);
  return {
    assertions: outward.flatMap((each) => each.assertion ?? []),
    listeners: outward.flatMap((each) => each.listener ?? []),
  };
}

function scopeOf(levels: readonly Level[]): Scope {
  const configs = fromInside(levels).flatMap((each) => each.config ?? []);
  return {
    configs: (kind) => configs.filter((config) => config.kind === kind).map((config) => config.value),
  };
}

const fromInside = (levels: readonly Level[]) => levels.toReversed().flatMap((level) => level.children);
