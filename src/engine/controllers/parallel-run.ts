import {
  type Controller,
  type GroupRun,
  type IteratingController,
  pending,
  type Text,
  type User,
  type UserListener,
} from '../core.ts';
import { connectionsKey } from '../http/connections-key.ts';
import type { UserConnections } from '../http/user-connections.ts';
import { Result } from '../state/result.ts';
import { BranchUser } from './branch-user.ts';

/** A compiled branch of a Parallel controller. */
export interface BranchPlan {
  readonly name: Text;
  readonly loop: IteratingController;
  readonly userListeners: readonly UserListener[];
  readonly parents: ReadonlyMap<unknown, readonly Controller[]>;
}

interface ParallelPlan {
  /** Maximum number of concurrent branches. */
  limit: number;
  threadName: string;
  branches: readonly BranchPlan[];
  isParentMade: boolean;
}

/** One execution of a Parallel controller: all of its branches. */
export class ParallelRun {
  readonly #user: User;
  readonly #plan: ParallelPlan;
  readonly #container = new Result();
  readonly #waiting: BranchUser[];
  #running = 0;
  #isBeginning = false;

  constructor(user: User, label: string, plan: ParallelPlan) {
    this.#user = user;
    this.#plan = plan;
    const names = plan.branches.map(({ name }) => name.evaluate(user));
    this.#waiting = plan.branches.map((branch, index) => this.#makeBranch(branch, names[index] ?? '', label));
    const container = this.#container;
    container.label = label;
    container.code = '200';
    container.message = 'OK';
    container.isSuccess = true;
    container.samplerData = ['Parallel items:', ...names, ''].join('\n');
  }

  /** Running branches. */
  get running(): number {
    return this.#running;
  }

  #makeBranch(branch: BranchPlan, name: string, label: string): BranchUser {
    const user = this.#user;
    const group = new BranchGroup(this, branch, name, user);
    const threadName = `${user.name} - ${label} - ${name}`;
    group.branch = new BranchUser(user, user.runner, group, threadName);
    return group.branch;
  }

  start(): Result | undefined | typeof pending {
    const { runner } = this.#user;
    for (const branch of this.#waiting) {
      runner.addBranch(branch);
    }
    this.#container.startMs = runner.nowMs();
    this.#beginMore();
    return this.#isOver ? this.#finish() : pending;
  }

  get #isOver(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  /** Starts branches up to the limit. Branches that never wait have ended when this returns. */
  #beginMore(): void {
    this.#isBeginning = true;
    while (this.#running < this.#plan.limit) {
      const next = this.#waiting.shift();
      if (!next) {
        break;
      }
      if (next.phase === 'ended') {
        // The branch was stopped before it was started.
        continue;
      }
      // As in the plugin, starting a branch sets these in the variables of the user.
      this.#user.isSameOnNextIteration = false;
      this.#user.wasLastSampleOk = true;
      this.#user.runner.wake(next);
    }
    this.#isBeginning = false;
  }

  count(by: number): void {
    this.#running += by;
    if (by > 0 || this.#isBeginning) {
      return;
    }
    this.#beginMore();
    if (this.#isOver) {
      this.#user.runner.finishSample(this.#user, this.#finish());
    }
  }

  /**
   * A branch that has sent HTTP requests sets HttpClient's user token for its user, as in JMeter: in its first execution
   * only if the user has no connections, later always.
   */
  noteRequests(branch: BranchUser, plan: BranchPlan): void {
    const own = branch.stateOf(connectionsKey, () => undefined as UserConnections | undefined);
    if (own === undefined) {
      return;
    }
    const user = this.#user;
    const past = user.stateOf(plan, () => ({ hasAsked: false }));
    user.stateOf(connectionsKey, () => own.forTrunk(user)).setOwner(this.#plan.threadName, past.hasAsked);
    past.hasAsked = true;
  }

  /** Adds a result of a branch to the container. */
  take(result: Result): void {
    const container = this.#container;
    container.threadName ||= this.#plan.threadName;
    result.threadName = container.threadName;
    // The thread names of sub-results were set before the transaction ended; the plugin replaces them.
    for (const part of result.isTransaction ? (result.subResults ?? []) : []) {
      part.threadName = container.threadName;
    }
    container.addSubResult(result);
    if (!result.isSuccess) {
      container.isSuccess = false;
    }
  }

  #finish(): Result | undefined {
    const container = this.#container;
    if (container.endMs === 0) {
      container.endMs = this.#user.runner.nowMs();
    }
    return this.#plan.isParentMade ? container : undefined;
  }
}

/** Thread group of a branch: has no name, and continues after errors. */
export class BranchGroup implements GroupRun {
  readonly run: ParallelRun;
  readonly name = '';
  /** Name of the branch. */
  readonly usersName: string;
  readonly number = 0;
  readonly loop: IteratingController;
  readonly onError = 'continue';
  readonly isSameUserOnNextIteration = false;
  readonly userListeners: readonly UserListener[];
  readonly parents: ReadonlyMap<unknown, readonly Controller[]>;
  readonly plannedUsers = 0;
  branch: BranchUser | undefined;
  readonly #plan: BranchPlan;
  readonly #user: User;

  constructor(run: ParallelRun, branch: BranchPlan, name: string, user: User) {
    this.run = run;
    this.#plan = branch;
    this.usersName = name;
    this.loop = branch.loop;
    this.userListeners = branch.userListeners;
    this.parents = branch.parents;
    this.#user = user;
  }

  get activeUsers(): number {
    return this.run.running;
  }

  /** A branch is no additional active user: reverts the runner's count. It counts in the user's group, as in JMeter. */
  countUser(by: 1 | -1): void {
    const user = this.#user;
    user.runner.countUser(user, by === 1 ? -1 : 1);
    user.group.countUser(by);
    if (by < 0 && this.branch) {
      this.run.noteRequests(this.branch, this.#plan);
    }
    this.run.count(by);
  }
}
