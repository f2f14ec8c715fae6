import {
  booleanProperty,
  elementProperty,
  type PlanElement,
  textProperty,
} from '../../plans/jmeter/plan-tree.ts';
import { GroupCompiler } from '../compile/group-compiler.ts';
import { LoopController } from '../control/loop-controller.ts';
import { argumentsOf } from '../elements/arguments.ts';
import { toLong } from '../elements/numbers.ts';
import { elementCompilers } from '../elements/registry.ts';
import type { Listener } from '../sampling/package.ts';
import { compileText } from '../text/compile-text.ts';
import type { FunctionWorld } from '../text/text.ts';
import type { GroupRun, OnError } from './group-run.ts';
import { Runner } from './runner.ts';
import { User } from './user.ts';

export interface PlanRunOptions {
  world: FunctionWorld;
  /** Gets every sample that JMeter would write to its results file. */
  recorder: Listener;
  nowMs(): number;
}

type Stage = 'setup' | 'main' | 'teardown';

const stageOf: Record<string, Stage> = {
  SetupThreadGroup: 'setup',
  PostThreadGroup: 'teardown',
};

const onErrors: Record<string, OnError> = {
  continue: 'continue',
  startnextloop: 'start-next-loop',
  stopthread: 'stop-thread',
  stoptest: 'stop-test',
  stoptestnow: 'stop-test-now',
};

/** One plan from its first set-up group to its last tear-down: JMeter's StandardJMeterEngine. */
export class PlanRun {
  readonly runner: Runner;
  readonly #options: PlanRunOptions;
  readonly #plan: PlanElement;
  readonly #variables = new Map<string, string>();
  readonly #shared = new Map<PlanElement, unknown>();
  readonly #users = new Set<User>();
  #isStopping = false;
  #wakeStage: (() => void) | undefined;

  constructor(plan: PlanElement, options: PlanRunOptions) {
    this.#plan = plan;
    this.#options = options;
    this.runner = new Runner({
      nowMs: options.nowMs,
      log: options.world.log,
      timerFactor: 1,
      onUserEnd: (user) => {
        this.#users.delete(user);
        if (this.#users.size === 0) {
          this.#wakeStage?.();
        }
      },
      onStopTest: () => this.stop(),
    });
  }

  async run(): Promise<void> {
    this.#setVariables();
    for (const stage of ['setup', 'main', 'teardown'] as const) {
      await this.#runStage(stage);
    }
  }

  /** Every user ends after what it is doing. */
  stop(): void {
    this.#isStopping = true;
    for (const user of [...this.#users]) {
      this.runner.stop(user);
    }
  }

  /** What stands in the test plan itself and in all user-defined variables, in the order of the file. */
  #setVariables(): void {
    const user = this.#nobody();
    const { world } = this.#options;
    const set = (element: PlanElement | undefined) => {
      const values = argumentsOf(element).map(({ name, value }) => ({
        name: compileText(name, world).evaluate(user),
        value: compileText(value, world).evaluate(user),
      }));
      for (const { name, value } of values) {
        this.#variables.set(name, value);
      }
    };
    set(elementProperty(this.#plan, 'TestPlan.user_defined_variables'));
    const visit = (element: PlanElement) => {
      if (!element.isEnabled) {
        return;
      }
      if (element.kind === 'Arguments') {
        set(element);
      }
      element.children.forEach(visit);
    };
    this.#plan.children.forEach(visit);
  }

  /** For what is evaluated before any user comes; it has the variables set so far. */
  #nobody(): User {
    return new User(this.runner, noGroup, 0, this.#variables);
  }

  async #runStage(stage: Stage): Promise<void> {
    const groups = this.#plan.children.filter(
      (child) => child.isEnabled && isGroup(child) && (stageOf[child.kind] ?? 'main') === stage,
    );
    const isOneByOne = booleanProperty(this.#plan, 'TestPlan.serialize_threadgroups');
    const isWanted = () =>
      !this.#isStopping ||
      (stage === 'teardown' && booleanProperty(this.#plan, 'TestPlan.tearDown_on_shutdown'));
    for (const [index, group] of groups.entries()) {
      if (!isWanted()) {
        break;
      }
      this.#startGroup(group, index + 1);
      if (isOneByOne) {
        await this.#allUsersGone();
      }
    }
    await this.#allUsersGone();
  }

  async #allUsersGone(): Promise<void> {
    if (this.#users.size > 0) {
      await new Promise<void>((resolve) => {
        this.#wakeStage = resolve;
      });
      this.#wakeStage = undefined;
    }
  }

  #startGroup(element: PlanElement, number: number): void {
    const group = this.#compileGroup(element, number);
    const nobody = this.#nobody();
    const read = (name: string) =>
      compileText(textProperty(element, name), this.#options.world).evaluate(nobody);
    const count = toLong(read('ThreadGroup.num_threads'));
    const rampMs = toLong(read('ThreadGroup.ramp_time')) * 1000;
    const isScheduled = booleanProperty(element, 'ThreadGroup.scheduler');
    const delayMs = isScheduled ? toLong(read('ThreadGroup.delay')) * 1000 : 0;
    const durationMs = toLong(read('ThreadGroup.duration')) * 1000;
    const startMs = this.#options.nowMs();
    for (let index = 0; index < count; index++) {
      const user = new User(this.runner, group, index, new Map(this.#variables));
      this.#users.add(user);
      if (isScheduled && durationMs > 0) {
        user.endsAtMs = startMs + delayMs + durationMs;
      }
      const atMs = startMs + delayMs + Math.round((rampMs / count) * index);
      if (atMs <= startMs) {
        this.runner.begin(user);
      } else {
        this.runner.beginAt(user, atMs);
      }
    }
  }

  #compileGroup(element: PlanElement, number: number): GroupRun {
    const { world, recorder } = this.#options;
    const beside = this.#plan.children.filter((child) => child.isEnabled && !isGroup(child));
    const compilers = new Map(elementCompilers);
    compilers.set(recorderKind, () => ({ listener: recorder }));
    const compiled = new GroupCompiler({ compilers, world, shared: this.#shared }).compile(
      element,
      [...beside, recorderElement],
      (context) => {
        const main = elementProperty(element, 'ThreadGroup.main_controller');
        const loops = main ? textProperty(main, 'LoopController.loops') : '1';
        const isForever = main !== undefined && booleanProperty(main, 'LoopController.continue_forever');
        return new LoopController(
          context.nextIndex(),
          // JMeter gives it the group's name only in place of one of its own.
          context.compile(main?.isNamed ? element.name : ''),
          context.compile(loops),
          isForever,
        );
      },
    );
    return {
      name: compileText(element.name, world).evaluate(this.#nobody()),
      number,
      loop: compiled.loop,
      onError: onErrors[textProperty(element, 'ThreadGroup.on_sample_error').toLowerCase()] ?? 'continue',
      isSameUserOnNextIteration: booleanProperty(element, 'ThreadGroup.same_user_on_next_iteration', true),
      userListeners: compiled.userListeners,
      parents: compiled.parents,
      activeUsers: 0,
    };
  }
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
  activeUsers: 0,
};

const isGroup = (element: PlanElement) => /ThreadGroup$/.test(element.kind);
