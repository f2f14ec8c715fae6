import type { InFlight } from '../../domain/in-flight.ts';
import { type LiveControl, noControl } from '../../domain/live-control.ts';
import { booleanProperty, type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { toInt } from '../../languages/java/numbers.ts';
import { type CompiledPlan, compilePlan, type PlanGroup } from '../compile/compile-plan.ts';
import { VirtualUserController } from '../controllers/virtual-user-controller.ts';
import type { Environment, GroupRun, Listener, Stage, Text, User } from '../core.ts';
import { Variables } from '../state/variables.ts';
import { compileText } from '../text/compile-text.ts';
import { groupRun, noGroup } from './group-run.ts';
import { areUsersIdle } from './idle-users.ts';
import { PlanRunner } from './plan-runner.ts';
import { PlanUser } from './plan-user.ts';
import { addPlanVariables } from './plan-variables.ts';
import { seededForUsers } from './seeded-for-users.ts';
import { singleWorker, type WorkerContext } from './worker-context.ts';

export interface PlanRunOptions {
  environment: Environment;
  /** This worker's position; undefined: the only worker. */
  worker?: WorkerContext;
  /** Makes the random numbers of every user reproducible, for any number of workers. */
  seed?: number | undefined;
  /** Receives every sample that JMeter would write to its results file. */
  recorder: Listener;
  /** Called each time that something in the plan stops the test. */
  onStop?(isAtOnce: boolean): void;
  /** Receives the reason why only Apache JMeter can run the plan; each reason once. */
  onRefusal?(reason: string): void;
  /** Receives warnings about the results; each warning once. */
  onWarning?(sentence: string): void;
}

const stages = ['setup', 'main', 'teardown'] as const;

/** Runs a plan from set-up to tear-down: JMeter's StandardJMeterEngine. */
export class PlanRun {
  readonly runner: PlanRunner;
  readonly #options: PlanRunOptions;
  readonly #worker: WorkerContext;
  readonly #environment: Environment;
  readonly #plan: PlanElement;
  readonly #variables: Variables;
  readonly #users = new Set<User>();
  readonly #endListeners = new Map<User, () => void>();
  readonly #stopListeners = new Map<GroupRun, (() => void)[]>();
  #compiled: CompiledPlan | undefined;
  readonly #reported = new Set<string>();
  #holds = 0;
  #startMs = 0;
  #isStopping = false;
  /** Start of the current stage, or of the current group of it, agreed at the barrier. */
  #barrierAtMs = 0;
  #wasSetUp = false;
  #endStage: (() => void) | undefined;
  #control: LiveControl = noControl;
  #isMain = false;
  /** Of the groups in the main stage. */
  #usersListeners: ((users: number) => void)[] = [];

  /** `plan` has the targets of its Module and Include controllers. */
  constructor(plan: PlanElement, options: PlanRunOptions) {
    this.#plan = plan;
    this.#options = options;
    this.#worker = options.worker ?? singleWorker(options.environment.nowMs, this.#plan.children.length);
    this.#environment =
      options.seed === undefined
        ? options.environment
        : { ...options.environment, random: seededForUsers(options.seed, () => this.runner.currentUser) };
    this.#variables = new Variables(this.#environment.variableNames);
    this.runner = new PlanRunner({
      nowMs: options.environment.nowMs,
      wheelTimer: options.environment.wheelTimer?.(() => this.runner.isIdle && areUsersIdle(this.#users)),
      cachedNowMs: options.environment.cachedNowMs,
      log: options.environment.log,
      interruptOutside: (user) => options.environment.outsideScripts?.interrupt(user),
      timerFactor: 1,
      users: this.#worker.users,
      onBranch: (user) => this.#users.add(user),
      onUserEnd: (user) => {
        this.#users.delete(user);
        this.#endListeners.get(user)?.();
        this.#endListeners.delete(user);
        this.#endStageIfNoUsers();
      },
      onStopTest: (isAtOnce) => {
        options.onStop?.(isAtOnce);
        this.stop(isAtOnce);
      },
      onStopGroup: (group, isAtOnce) => this.#stopGroup(group, isAtOnce),
      onRefusal: (reason) => {
        if (this.#isFirstReport(reason)) {
          options.onRefusal?.(reason);
        }
      },
      onWarning: (sentence) => {
        if (this.#isFirstReport(sentence)) {
          options.environment.log('warn', sentence);
          options.onWarning?.(sentence);
        }
      },
    });
  }

  #isFirstReport(sentence: string): boolean {
    const isFirstReport = !this.#reported.has(sentence);
    this.#reported.add(sentence);
    return isFirstReport;
  }

  /** Compiles the plan. Throws on elements that this engine does not support. */
  prepare(): CompiledPlan {
    this.#compiled ??= compilePlan(this.#plan, this.#environment, this.#options.recorder);
    return this.#compiled;
  }

  async run(): Promise<void> {
    const { groups, listeners } = this.prepare();
    this.#startMs = Math.floor(this.runner.nowMs());
    const startListeners = () => {
      for (const listener of listeners) {
        listener.planStarted?.(this.#placeholderUser());
      }
    };
    if (this.#worker.index === 0) {
      addPlanVariables(this.#variables, this.#plan, this.#environment, (variables) =>
        this.#placeholderUser(variables),
      );
      startListeners();
      await this.#awaitBarrier(new Map(this.#variables));
    } else {
      for (const [name, value] of (await this.#awaitBarrier()) ?? []) {
        this.#variables.set(name, value);
      }
      startListeners();
    }
    await this.#awaitBarrier();
    for (const stage of stages) {
      await this.#runStage(stage, groups);
      this.#wasSetUp ||= stage === 'setup' && !this.#isStopping;
    }
    for (const listener of listeners) {
      await listener.planEnded?.();
    }
  }

  /** Resolves when all workers have arrived, with the same time in each. */
  async #awaitBarrier(
    variables?: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, string> | undefined> {
    const barrier = await this.#worker.awaitBarrier(variables);
    this.#barrierAtMs = barrier.atMs;
    return barrier.variables;
  }

  /** Changes the load of the main stage. */
  control(control: LiveControl): void {
    const { users } = control;
    const isChanged = users !== null && users !== this.#control.users;
    this.#control = control;
    this.runner.setPaused(this.#isMain && control.isPaused);
    if (isChanged) {
      for (const listener of this.#usersListeners) {
        listener(users);
      }
    }
  }

  /** Stops all users: after their current samples, or immediately. */
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

  /** Requests without a response so far. */
  get inFlight(): InFlight {
    const nowMs = this.runner.nowMs();
    let requests = 0;
    let oldestMs = 0;
    for (const { phase, sampler, samplingSinceMs } of this.#users) {
      if (phase === 'sampling' && sampler?.interrupt !== undefined) {
        requests += 1;
        oldestMs = Math.max(oldestMs, nowMs - samplingSinceMs);
      }
    }
    return { requests, oldestMs };
  }

  /** Aborts what still runs after a stop. Returns the requests in flight; they are not recorded as samples. */
  abortInFlight(): InFlight {
    const { inFlight } = this;
    for (const user of this.#users) {
      user.isAborted = true;
    }
    this.stop(true);
    return inFlight;
  }

  #stopGroup(group: GroupRun, isAtOnce: boolean): void {
    for (const listener of this.#stopListeners.get(group) ?? []) {
      listener();
    }
    this.#stopListeners.delete(group);
    for (const user of [...this.#users].filter((each) => each.group === group)) {
      if (group.loop instanceof VirtualUserController) {
        // JMeter only tells these groups' users not to start another iteration.
        this.runner.interrupt(user);
      } else {
        this.runner.stop(user, isAtOnce);
      }
    }
  }

  /** A user that evaluates texts before any user starts, with the variables set so far. */
  #placeholderUser(variables = this.#variables): User {
    return new PlanUser(this.runner, noGroup, 0, variables);
  }

  async #runStage(stage: Stage, groups: readonly PlanGroup[]): Promise<void> {
    const isOneByOne = booleanProperty(this.#plan, 'TestPlan.serialize_threadgroups');
    const ownGroups = groups.filter((group) => group.kind.stage === stage);
    if (stage === 'teardown' && this.#isStopping) {
      this.#isStopping = !(this.#wasSetUp && booleanProperty(this.#plan, 'TestPlan.tearDown_on_shutdown'));
    }
    this.#isMain = stage === 'main';
    this.runner.setPaused(this.#isMain && this.#control.isPaused);
    for (const [index, group] of ownGroups.entries()) {
      if (!this.#isStopping) {
        await this.#startGroup(group, index + 1, groups.indexOf(group) + 1);
      }
      if (isOneByOne) {
        await this.#untilNoUsers();
      }
    }
    await this.#untilNoUsers();
  }

  async #untilNoUsers(): Promise<void> {
    if (this.#users.size > 0 || this.#holds > 0) {
      await new Promise<void>((resolve) => {
        this.#endStage = resolve;
      });
      this.#endStage = undefined;
    }
    this.#usersListeners = [];
    await this.#awaitBarrier();
  }

  #endStageIfNoUsers(): void {
    if (this.#users.size === 0 && this.#holds === 0) {
      this.#endStage?.();
    }
  }

  #startGroup(group: PlanGroup, number: number, slot: number): void | Promise<void> {
    const { element, kind } = group;
    const placeholderUser = this.#placeholderUser();
    const evaluate = (raw: string) => compileText(raw, this.#environment).evaluate(placeholderUser);
    // Compiled once per property, so that a function keeps its state when the property is read again.
    const properties = new Map<string, Text>();
    const read = (property: string, fallback?: string) => {
      const text =
        properties.get(property) ?? compileText(textProperty(element, property, fallback), this.#environment);
      properties.set(property, text);
      return text.evaluate(placeholderUser);
    };
    const run = groupRun(
      group,
      evaluate(element.name),
      number,
      toInt(evaluate(textProperty(element, 'ThreadGroup.num_threads'))),
      { users: this.#worker.users, slot },
    );
    const { index, count: workers } = this.#worker;
    // With one worker the previous group may have delayed this one; with several, no group delays the next.
    const startMs = workers === 1 ? this.runner.nowMs() : this.#barrierAtMs;
    const { variableNames } = this.#environment;
    variableNames.freeze();
    let count = 0;
    return kind.start({
      element,
      name: run.name,
      startMs,
      testStartMs: this.#startMs,
      random: this.#environment.random,
      runner: this.runner,
      evaluate,
      read,
      loop: run.loop,
      share: (users) => Math.floor((Math.max(0, users) - index + workers - 1) / workers),
      addUser: (beginsAtMs, endsAtMs = Number.POSITIVE_INFINITY, onEnd) => {
        const worker = count++;
        if (worker % workers !== index) {
          return undefined;
        }
        const user = new PlanUser(this.runner, run, worker, new Variables(variableNames, this.#variables));
        user.endsAtMs = endsAtMs;
        this.#users.add(user);
        if (onEnd) {
          this.#endListeners.set(user, onEnd);
        }
        // Through the wheel even when due now: users of one moment are all registered before the first one runs.
        this.runner.startAt(user, beginsAtMs);
        return user;
      },
      liveUsers: () => [...this.#users].filter((user) => user.group === run),
      onUsersChange: (listener) => {
        if (!this.#isMain) {
          return;
        }
        this.#usersListeners.push(listener);
        const { users } = this.#control;
        if (users !== null) {
          // After the users of the plan were added.
          setImmediate(() => listener(users));
        }
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
        this.#endStageIfNoUsers();
      }
    };
  }
}
