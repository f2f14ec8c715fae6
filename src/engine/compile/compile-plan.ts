import { booleanProperty, elementProperty, type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { GenericController } from '../controllers/generic-controller.ts';
import { LoopController } from '../controllers/loop-controller.ts';
import type { CompileContext, Environment, GroupKind, Listener, PlanListener } from '../core.ts';
import { elementCompilers } from '../elements.ts';
import { groupKinds } from '../groups/groups.ts';
import { resultCollector } from '../listeners/result-collector.ts';
import { userLog } from '../listeners/user-log.ts';
import { CompileContexts } from './compile-context.ts';
import { type CompiledGroup, GroupCompiler } from './group-compiler.ts';

export interface PlanGroup {
  element: PlanElement;
  kind: GroupKind;
  compiled: CompiledGroup;
}

export interface CompiledPlan {
  groups: readonly PlanGroup[];
  /** In file order, each once even if it belongs to several groups. */
  listeners: readonly PlanListener[];
}

type MainLoop = CompiledGroup['loop'];

/** Compiles a plan; `recorder` listens to all groups. Throws on unknown elements. */
export function compilePlan(plan: PlanElement, environment: Environment, recorder: Listener): CompiledPlan {
  const contexts = new CompileContexts(plan, environment);
  const compilers = new Map(elementCompilers);
  compilers.set(recorderKind, () => ({ listener: recorder }));
  const enabled = plan.children.filter((child) => child.isEnabled);
  const beside = [...enabled.filter((child) => !isGroup(child)), recorderElement];
  const unknown = beside.find((element) => !compilers.has(element.kind));
  if (unknown) {
    throw new Error(`${unknown.place}: ${unknown.kind} cannot be run by this engine`);
  }
  const listeners = idleListeners(plan, contexts.next());
  const groups = enabled.filter(isGroup).map((element) => {
    const kind = groupKinds[element.kind];
    if (!kind) {
      throw new Error(`${element.place}: ${element.kind} cannot be run by this engine`);
    }
    const context = contexts.next();
    const loop = mainLoop(element, kind, context);
    const compiled = new GroupCompiler(compilers, context).compile(element, beside, loop);
    loop.iterationListeners.unshift({
      iterationStart: (user) => {
        user.iteration += 1;
      },
    });
    addUserLog(compiled, element, context);
    environment.onCompiled?.({ controller: loop }, element);
    return { element, kind, compiled };
  });
  for (const { compiled } of groups) {
    for (const [element, listener] of compiled.planListeners) {
      listeners.set(element, listener);
    }
  }
  return { groups, listeners: inOrder(plan, listeners) };
}

function addUserLog(compiled: CompiledGroup, element: PlanElement, context: CompileContext): void {
  const log = userLog(element, context);
  if (log) {
    compiled.planListeners.set(element, log.planListener);
    compiled.userListeners.push(log.userListener);
  }
}

/** JMeter opens the files of all enabled elements, even those without samples, for example in fragments. */
function idleListeners(plan: PlanElement, context: CompileContext): Map<PlanElement, PlanListener> {
  const found = new Map<PlanElement, PlanListener>();
  const visit = (element: PlanElement) => {
    if (!element.isEnabled) {
      return;
    }
    const isCollector = elementCompilers.get(element.kind) === resultCollector;
    const listener = isCollector ? resultCollector(element, context).planListener : undefined;
    if (listener) {
      found.set(element, listener);
    }
    element.children.forEach(visit);
  };
  visit(plan);
  return found;
}

function inOrder(plan: PlanElement, listeners: ReadonlyMap<PlanElement, PlanListener>): PlanListener[] {
  const found: PlanListener[] = [];
  const visit = (element: PlanElement) => {
    const listener = listeners.get(element);
    if (listener) {
      found.push(listener);
    }
    element.children.forEach(visit);
  };
  visit(plan);
  return found;
}

function mainLoop(element: PlanElement, kind: GroupKind, context: CompileContext): MainLoop {
  const made = kind.makeLoop?.(element, context);
  if (made instanceof GenericController) {
    return made as MainLoop;
  }
  const main = elementProperty(element, 'ThreadGroup.main_controller');
  // JMeter replaces the main controller's name by the group's; a main controller without a name stays without one.
  const name = context.compile(main?.isNamed ? element.name : '');
  return new LoopController(
    context.nextIndex(),
    name,
    context.compile(main ? textProperty(main, 'LoopController.loops') : '1'),
    main !== undefined && booleanProperty(main, 'LoopController.continue_forever', true),
    context.loopIndexVariable(name),
  );
}

const recorderKind = 'spate recorder';
const recorderElement: PlanElement = {
  kind: recorderKind,
  guiClass: '',
  name: recorderKind,
  isNamed: true,
  isEnabled: true,
  isFullyLabelled: false,
  properties: new Map(),
  children: [],
  place: recorderKind,
};

const isGroup = (element: PlanElement) => /ThreadGroup$/.test(element.kind);
