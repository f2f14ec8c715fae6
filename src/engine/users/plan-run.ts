import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  booleanProperty,
  elementProperty,
  type PlanElement,
  textProperty,
} from '../../plans/jmeter/plan-tree.ts';
import { readPlanTree } from '../../plans/jmeter/read-plan-tree.ts';
import { replaceControllers } from '../../plans/jmeter/replace-controllers.ts';
import { CompileContexts } from '../compile/compile-context.ts';
import { type CompiledGroup, GroupCompiler } from '../compile/group-compiler.ts';
import { argumentsOf } from '../configs/arguments.ts';
import { GenericController } from '../controllers/generic-controller.ts';
import { LoopController } from '../controllers/loop-controller.ts';
import { VirtualUserController } from '../controllers/virtual-user-controller.ts';
import type {
  CompileContext,
  GroupKind,
  GroupRun,
  Listener,
  OnError,
  PlanListener,
  Stage,
  Text,
  User,
  World,
} from '../core.ts';
import { elementCompilers } from '../elements.ts';
import { groupKinds } from '../groups/groups.ts';
import { resultCollector } from '../listeners/result-collector.ts';
import { compileText } from '../text/compile-text.ts';
import { toInt } from '../text/numbers.ts';
import { PlanRunner } from './plan-runner.ts';
import { PlanUser } from './plan-user.ts';
import { seededForUsers } from './seeded-for-users.ts';
import { startTimes } from './start-times.ts';
import { alone, type WorkerPlace } from './worker-place.ts';

export interface PlanRunOptions {
  world: World;
  /** Among the workers that share the users of the plan; this is the only one when it is not said. */
  place?: WorkerPlace;
  /** With it, every user has the same random numbers each time, however many workers there are. */
  seed?: number | undefined;
  /** Gets every sample that JMeter would write to its results file. */
  recorder: Listener;
  /** Told when something in the plan stops the test, in order or at once, as often as that happens. */
  onStop?(isAtOnce: boolean): void;
  /** Gets the reason for which only Apache JMeter could go on; each once. */
  onRefusal?(reason: string): void;
  /** Gets what is worth knowing about the figures of the run; each once. */
  onWarning?(sentence: string): void;
}

interface PlanGroup {
  element: PlanElement;
  kind: GroupKind;
  compiled: CompiledGroup;
}

type MainLoop = CompiledGroup['loop'];

const stages = ['setup', 'main', 'teardown'] as const;

const onErrors: Record<string, OnError> = {
  continue: 'continue',
  startnextloop: 'start-next-loop',
  stopthread: 'stop-thread',
  stoptest: 'stop-test',
  stoptestnow: 'stop-test-now',
};

/** One plan from its first set-up group to its last tear-down: JMeter's StandardJMeterEngine. */
export class PlanRun {
  readonly runner: PlanRunner;
  readonly #options: PlanRunOptions;
  readonly #place: WorkerPlace;
  readonly #world: World;
  readonly #plan: PlanElement;
  readonly #variables = new Map<string, string>();
  readonly #users = new Set<User>();
  readonly #endListeners = new Map<User, () => void>();
  readonly #stopListeners = new Map<GroupRun, (() => void)[]>();
  #groups: PlanGroup[] | undefined;
  /** Files of results that nobody writes to, in fragments for example. */
  readonly #idleListeners = new Map<PlanElement, PlanListener>();
  readonly #told = new Set<string>();
  #holds = 0;
  #startMs = 0;
  #isStopping = false;
  /** When this stage, or this group of it, began. */
  #metAtMs = 0;
  #wasSetUp = false;
  #wakeStage: (() => void) | undefined;

  constructor(plan: PlanElement, options: PlanRunOptions) {
    this.#plan = withReplacements(plan, options.world);
    this.#options = options;
    this.#place = options.place ?? alone(options.world.nowMs, this.#plan.children.length);
    this.#world =
      options.seed === undefined
        ? options.world
        : { ...options.world, random: seededForUsers(options.seed, () => this.runner.currentUser) };
    this.runner = new PlanRunner({
      nowMs: options.world.nowMs,
      log: options.world.log,
      timerFactor: 1,
      users: this.#place.users,
      onBranch: (user) => this.#users.add(user),
      onUserEnd: (user) => {
        this.#users.delete(user);
        this.#endListeners.get(user)?.();
        this.#endListeners.delete(user);
        this.#wakeIfAllGone();
      },
      onStopTest: (isAtOnce) => {
        options.onStop?.(isAtOnce);
        this.stop(isAtOnce);
      },
      onStopGroup: (group, isAtOnce) => this.#stopGroup(group, isAtOnce),
      onRefusal: (reason) => {
        if (this.#isNews(reason)) {
          options.onRefusal?.(reason);
        }
      },
      onWarning: (sentence) => {
        if (this.#isNews(sentence)) {
          options.world.log('warn', sentence);
          options.onWarning?.(sentence);
        }
      },
    });
  }

  #isNews(sentence: string): boolean {
    const isNews = !this.#told.has(sentence);
    this.#told.add(sentence);
    return isNews;
  }

  /** Compiles all of the plan. Throws when it has an element that this engine does not know. */
  prepare(): void {
    this.#groups ??= this.#compileGroups();
  }

  async run(): Promise<void> {
    this.prepare();
    this.#startMs = Math.floor(this.runner.nowMs());
    const groups = this.#groups ?? [];
    const listeners = this.#planListeners(groups);
    const begin = () => {
      for (const listener of listeners) {
        listener.planStarted?.(this.#nobody());
      }
    };
    if (this.#place.index === 0) {
      this.#setVariables();
      begin();
      await this.#meet(this.#variables);
    } else {
      for (const [name, value] of (await this.#meet()) ?? []) {
        this.#variables.set(name, value);
      }
      begin();
    }
    await this.#meet();
    for (const stage of stages) {
      await this.#runStage(stage, groups);
      this.#wasSetUp ||= stage === 'setup' && !this.#isStopping;
    }
    for (const listener of listeners) {
      await listener.planEnded?.();
    }
  }

  /** Goes on when all workers are here, and all at the same instant. */
  async #meet(variables?: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string> | undefined> {
    const meeting = await this.#place.meet(variables);
    this.#metAtMs = meeting.atMs;
    return meeting.variables;
  }

  /** In the order of the file, each once however many groups it stands in. */
  #planListeners(groups: readonly PlanGroup[]): PlanListener[] {
    const found = new Map([
      ...this.#idleListeners,
      ...groups.flatMap(({ compiled }) => [...compiled.planListeners]),
    ]);
    const inOrder: PlanListener[] = [];
    const visit = (element: PlanElement) => {
      const listener = found.get(element);
      if (listener) {
        inOrder.push(listener);
      }
      element.children.forEach(visit);
    };
    visit(this.#plan);
    return inOrder;
  }

  /** Every user ends after what it is doing, or breaks it off. */
  stop(isAtOnce: boolean): void {
    this.#isStopping = true;
    for (const listener of [...this.#stopListeners.values()].flat()) {
      listener();
    }
    this.#stopListeners.clear();
    for (const user of [...this.#users]) {
      this.runner.stop(user, isAtOnce);
    }
  }

  #stopGroup(group: GroupRun, isAtOnce: boolean): void {
    for (const listener of this.#stopListeners.get(group) ?? []) {
      listener();
    }
    this.#stopListeners.delete(group);
    for (const user of [...this.#users].filter((each) => each.group === group)) {
      if (group.loop instanceof VirtualUserController) {
        // Such groups tell their users only that no pass follows.
        this.runner.breakOff(user);
      } else {
        this.runner.stop(user, isAtOnce);
      }
    }
  }

  /** What stands in the test plan itself and in all user-defined variables, in the order of the file. */
  #setVariables(): void {
    const world = this.#world;
    const set = (element: PlanElement | undefined, user: User) => {
      const values = new Map<string, string>();
      for (const each of argumentsOf(element)) {
        const name = compileText(each.name, world).evaluate(user);
        // Of several with one name in one element the first counts; the others are not even looked at.
        if (!values.has(name)) {
          values.set(name, compileText(each.value, world).evaluate(user));
        }
      }
      for (const [name, value] of values) {
        this.#variables.set(name, value);
      }
    };
    for (const [name, value] of startTimes(world.nowMs())) {
      this.#variables.set(name, value);
    }
    // While JMeter reads those of the test plan itself, there is nowhere that functions could put variables.
    set(elementProperty(this.#plan, 'TestPlan.user_defined_variables'), this.#nobody(new Map()));
    const visit = (element: PlanElement) => {
      if (!element.isEnabled) {
        return;
      }
      if (element.kind === 'Arguments') {
        set(element, this.#nobody());
      }
      element.children.forEach(visit);
    };
    this.#plan.children.forEach(visit);
  }

  /** For what is evaluated before any user comes; it has the variables set so far. */
  #nobody(variables = this.#variables): User {
    return new PlanUser(this.runner, noGroup, 0, variables);
  }

  #compileGroups(): PlanGroup[] {
    const contexts = new CompileContexts(this.#world);
    const compilers = new Map(elementCompilers);
    compilers.set(recorderKind, () => ({ listener: this.#options.recorder }));
    const enabled = this.#plan.children.filter((child) => child.isEnabled);
    const beside = [...enabled.filter((child) => !isGroup(child)), recorderElement];
    const unknown = beside.find((element) => !compilers.has(element.kind));
    if (unknown) {
      throw new Error(`${unknown.place}: ${unknown.kind} cannot be run by this engine`);
    }
    this.#findIdleListeners(this.#plan, contexts.next());
    return enabled.filter(isGroup).map((element) => {
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
      return { element, kind, compiled };
    });
  }

  /** JMeter opens every file that an enabled element names. */
  #findIdleListeners(element: PlanElement, context: CompileContext): void {
    if (!element.isEnabled) {
      return;
    }
    const listener =
      element.kind === 'ResultCollector' ? resultCollector(element, context).planListener : undefined;
    if (listener) {
      this.#idleListeners.set(element, listener);
    }
    for (const child of element.children) {
      this.#findIdleListeners(child, context);
    }
  }

  async #runStage(stage: Stage, groups: readonly PlanGroup[]): Promise<void> {
    const isOneByOne = booleanProperty(this.#plan, 'TestPlan.serialize_threadgroups');
    const ownGroups = groups.filter((group) => group.kind.stage === stage);
    if (stage === 'teardown' && this.#isStopping) {
      this.#isStopping = !(this.#wasSetUp && booleanProperty(this.#plan, 'TestPlan.tearDown_on_shutdown'));
    }
    for (const [index, group] of ownGroups.entries()) {
      if (!this.#isStopping) {
        await this.#startGroup(group, index + 1, groups.indexOf(group) + 1);
      }
      if (isOneByOne) {
        await this.#allUsersGone();
      }
    }
    await this.#allUsersGone();
  }

  async #allUsersGone(): Promise<void> {
    if (this.#users.size > 0 || this.#holds > 0) {
      await new Promise<void>((resolve) => {
        this.#wakeStage = resolve;
      });
      this.#wakeStage = undefined;
    }
    await this.#meet();
  }

  #wakeIfAllGone(): void {
    if (this.#users.size === 0 && this.#holds === 0) {
      this.#wakeStage?.();
    }
  }

  #startGroup(group: PlanGroup, number: number, slot: number): void | Promise<void> {
    const { element, kind } = group;
    const nobody = this.#nobody();
    const evaluate = (raw: string) => compileText(raw, this.#world).evaluate(nobody);
    // A function in a property goes on where it was when the property is read again.
    const properties = new Map<string, Text>();
    const read = (property: string, fallback?: string) => {
      const text =
        properties.get(property) ?? compileText(textProperty(element, property, fallback), this.#world);
      properties.set(property, text);
      return text.evaluate(nobody);
    };
    const run = groupRun(
      group,
      evaluate(element.name),
      number,
      toInt(evaluate(textProperty(element, 'ThreadGroup.num_threads'))),
      { users: this.#place.users, slot },
    );
    const { index, count: workers } = this.#place;
    // The group before this one may have kept it waiting, which only one worker's can.
    const startMs = workers === 1 ? this.runner.nowMs() : this.#metAtMs;
    let count = 0;
    return kind.start({
      element,
      name: run.name,
      startMs,
      testStartMs: this.#startMs,
      random: this.#world.random,
      runner: this.runner,
      evaluate,
      read,
      loop: run.loop,
      share: (users) => Math.floor((Math.max(0, users) - index + workers - 1) / workers),
      addUser: (beginsAtMs, endsAtMs = Number.POSITIVE_INFINITY, onEnd) => {
        const place = count++;
        if (place % workers !== index) {
          return undefined;
        }
        const user = new PlanUser(this.runner, run, place, new Map(this.#variables));
        user.endsAtMs = endsAtMs;
        this.#users.add(user);
        if (onEnd) {
          this.#endListeners.set(user, onEnd);
        }
        // Never at once: those who come at the same moment are all there before the first of them does anything.
        this.runner.beginAt(user, beginsAtMs);
        return user;
      },
      stopUser: (user, isAtOnce = false) => this.runner.stop(user, isAtOnce),
      hold: () => this.#hold(),
      onStop: (listener) => {
        this.#stopListeners.set(run, [...(this.#stopListeners.get(run) ?? []), listener]);
      },
    });
  }

  #hold(): () => void {
    let isHeld = true;
    this.#holds += 1;
    return () => {
      if (isHeld) {
        isHeld = false;
        this.#holds -= 1;
        this.#wakeIfAllGone();
      }
    };
  }
}

function mainLoop(element: PlanElement, kind: GroupKind, context: CompileContext): MainLoop {
  const made = kind.makeLoop?.(element, context);
  if (made instanceof GenericController) {
    return made as MainLoop;
  }
  const main = elementProperty(element, 'ThreadGroup.main_controller');
  return new LoopController(
    context.nextIndex(),
    // JMeter gives it the group's name only in place of one of its own.
    context.compile(main?.isNamed ? element.name : ''),
    context.compile(main ? textProperty(main, 'LoopController.loops') : '1'),
    main !== undefined && booleanProperty(main, 'LoopController.continue_forever', true),
  );
}

/** Throws when a Module or Include controller points at nothing. */
export function withReplacements(plan: PlanElement, world: Pick<World, 'filesFolder'>): PlanElement {
  const { roots, problems } = replaceControllers([plan], (path) => readInclude(world.filesFolder, path));
  const [problem] = problems;
  if (problem) {
    throw new Error(`${problem.element.place}: ${problem.reason}`);
  }
  return roots[0] ?? plan;
}

function readInclude(folder: string, path: string): PlanElement[] | undefined {
  const file = resolve(folder, path);
  return existsSync(file) ? readPlanTree(path, readFileSync(file)) : undefined;
}

function groupRun(
  { element, kind, compiled }: PlanGroup,
  name: string,
  number: number,
  plannedUsers: number,
  { users, slot }: { users: Int32Array; slot: number },
): GroupRun {
  return {
    name,
    usersName: kind.usersName?.(name) ?? name,
    number,
    loop: compiled.loop,
    onError: onErrors[textProperty(element, 'ThreadGroup.on_sample_error').toLowerCase()] ?? 'continue',
    isSameUserOnNextIteration:
      !kind.isNewUserInEachPass && booleanProperty(element, 'ThreadGroup.same_user_on_next_iteration', true),
    userListeners: compiled.userListeners,
    parents: compiled.parents,
    plannedUsers,
    get activeUsers() {
      return users[slot] ?? 0;
    },
    countUser: (by) => {
      Atomics.add(users, slot, by);
    },
  };
}

const recorderKind = 'spate recorder';
const recorderElement: PlanElement = {
  kind: recorderKind,
  guiClass: '',
  name: recorderKind,
  isNamed: true,
  isEnabled: true,
  properties: new Map(),
  children: [],
  place: recorderKind,
};

const noGroup: GroupRun = {
  name: '',
  usersName: '',
  number: 0,
  loop: new LoopController(
    0,
    { raw: '', constant: '', evaluate: () => '' },
    { raw: '0', constant: '0', evaluate: () => '0' },
    false,
  ),
  onError: 'continue',
  isSameUserOnNextIteration: true,
  userListeners: [],
  parents: new Map(),
  plannedUsers: 0,
  activeUsers: 0,
  countUser: () => {},
};

const isGroup = (element: PlanElement) => /ThreadGroup$/.test(element.kind);
