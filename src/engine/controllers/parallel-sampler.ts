import { booleanProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import { toInt } from '../../languages/java/numbers.ts';
import {
  type CompileContext,
  type Controller,
  type ElementCompiler,
  type Listener,
  noPackage,
  type pending,
  type SamplePackage,
  type Sampler,
  type Text,
  type User,
  type UserListener,
} from '../core.ts';
import type { Result } from '../state/result.ts';
import { ParallelLoop } from './parallel-loop.ts';
import { BranchGroup, type BranchPlan, ParallelRun } from './parallel-run.ts';

interface Branch extends BranchPlan {
  userListeners: readonly UserListener[];
  parents: ReadonlyMap<unknown, readonly Controller[]>;
}

/** Evaluated when the user starts. */
interface Settings {
  /** Undefined when the thread limit is invalid. */
  limit: number | undefined;
  threadName: string;
}

/** bzm's Parallel Controller: a sampler in JMeter, which runs its children concurrently, each in its own thread. */
export class ParallelSampler implements Sampler {
  readonly kind = 'sampler';
  readonly name: Text;
  package: SamplePackage = noPackage;
  readonly #isParentMade: boolean;
  readonly #branches: Branch[] = [];
  /** Separate instances, because a listener of a transaction does not receive its sub-results. */
  readonly #gatherers: Record<'sample' | 'transaction', Listener> = {
    sample: new Gatherer(),
    transaction: new Gatherer(),
  };

  constructor(name: Text, isParentMade: boolean) {
    this.name = name;
    this.#isParentMade = isParentMade;
  }

  /** Adds a child with its own main loop. */
  addBranch(element: PlanElement, context: CompileContext): Branch {
    const branch: Branch = {
      name: context.compile(element.name),
      loop: new ParallelLoop(context),
      userListeners: [],
      parents: new Map(),
    };
    this.#branches.push(branch);
    return branch;
  }

  /** Adds the collecting listener to a package. With a parent sample, no other listener receives its sub-results. */
  around<P extends Pick<SamplePackage, 'listeners'>>(pack: P, what: 'sample' | 'transaction'): P {
    return { ...pack, listeners: [this.#gatherers[what], ...(this.#isParentMade ? [] : pack.listeners)] };
  }

  begin(user: User, limit: number | undefined): void {
    const settings = this.#settingsOf(user);
    settings.limit = limit;
    settings.threadName = `parallel ${this.name.evaluate(user)}`;
  }

  #settingsOf(user: User): Settings {
    return user.stateOf(this, () => ({ limit: undefined, threadName: '' }));
  }

  sample(user: User): Result | undefined | typeof pending {
    const { limit, threadName } = this.#settingsOf(user);
    if (limit === undefined) {
      throw new Error('A pool of threads needs at least one');
    }
    const label = this.name.evaluate(user);
    return new ParallelRun(user, label, {
      limit,
      threadName,
      branches: this.#branches,
      isParentMade: this.#isParentMade,
    }).start();
  }
}

class Gatherer implements Listener {
  readonly bodyUse = 'none';

  /** Transactions without a parent sample are not collected. */
  sampleOccurred(result: Result, user: User, isTransaction: boolean): void {
    if (!isTransaction && user.group instanceof BranchGroup) {
      user.group.run.take(result);
    }
  }
}

export const parallelSampler: ElementCompiler = (element, context) => {
  const sampler = new ParallelSampler(
    context.compile(element.name),
    booleanProperty(element, 'PARENT_SAMPLE'),
  );
  const isLimited = booleanProperty(element, 'LIMIT_MAX_THREAD_NUMBER');
  const most = context.text(element, 'MAX_THREAD_NUMBER', '6');
  const limitFor = (user: User) => {
    const limit = isLimited ? toInt(most.evaluate(user)) : Number.POSITIVE_INFINITY;
    return limit > 0 ? limit : undefined;
  };
  return { sampler, userListener: { userStarted: (user) => sampler.begin(user, limitFor(user)) } };
};
