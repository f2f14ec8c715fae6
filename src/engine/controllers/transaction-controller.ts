import { booleanProperty } from '../../jmx/plan-tree.ts';
import {
  type Controller,
  type ElementCompiler,
  type Listener,
  noPackage,
  type SamplePackage,
  type Step,
  type Text,
  type User,
} from '../core.ts';
import { Result } from '../state/result.ts';
import { ControllerState, GenericController } from './generic-controller.ts';
import { TransactionRun, transactionMessage } from './transaction-run.ts';

/**
 * A running transaction without a parent sample, which makes its sample at the end. Smaller than a `Result`, because
 * many users can be inside of transactions at the same time.
 */
class OpenTransaction {
  readonly label: string;
  readonly startMs: number;
  idleMs = 0;
  latencyMs = 0;
  connectMs = 0;
  bytes = 0;
  sentBytes = 0;
  isSuccess = true;
  threadName = '';
  groupUsers = 0;
  allUsers = 0;
  /** Schedule lag of its first sample. */
  lateMs: number | undefined;

  constructor(label: string, startMs: number) {
    this.label = label;
    this.startMs = startMs;
  }

  toResult(endMs: number, code: string, message: string): Result {
    const result = new Result();
    result.isTransaction = true;
    result.label = this.label;
    result.startMs = this.startMs;
    result.endMs = endMs;
    result.idleMs = this.idleMs;
    result.latencyMs = this.latencyMs;
    result.connectMs = this.connectMs;
    result.otherBytes = this.bytes;
    result.sentBytes = this.sentBytes;
    result.isSuccess = this.isSuccess;
    result.code = code;
    result.message = message;
    result.threadName = this.threadName;
    result.groupUsers = this.groupUsers;
    result.allUsers = this.allUsers;
    result.lateMs = this.lateMs ?? -1;
    return result;
  }

  add(sample: Result): void {
    this.lateMs ??= sample.lateMs;
    this.threadName = sample.threadName;
    this.bytes += sample.bytes;
    this.sentBytes += sample.sentBytes;
    this.isSuccess &&= sample.isSuccess;
    this.allUsers = sample.allUsers;
    this.groupUsers = sample.groupUsers;
    this.latencyMs += sample.latencyMs;
    this.connectMs += sample.connectMs;
  }
}

class TransactionState extends ControllerState {
  run: TransactionRun | undefined;
  open: OpenTransaction | undefined;
  calls = 0;
  failures = 0;
  pauseMs = 0;
  previousEndMs = 0;
  /** Depth of nested calls, and how many of them a pause has interrupted. */
  depth = 0;
  broken = 0;
}

export interface TransactionOptions {
  name: Text;
  isParentMade: boolean;
  areTimersIncluded: boolean;
}

/** JMeter's TransactionController: with a parent sample, or with an additional sample at the end. */
export class TransactionController extends GenericController<TransactionState> implements Listener {
  readonly options: TransactionOptions;
  /** Listeners and assertions of the parent sample; set once the plan is compiled. */
  package: Pick<SamplePackage, 'assertions' | 'listeners'> = noPackage;

  constructor(index: number, options: TransactionOptions) {
    super(index);
    this.options = options;
  }

  protected override createState(): TransactionState {
    return new TransactionState(this.children);
  }

  override next(user: User): Step {
    const state = this.state(user);
    return this.options.isParentMade ? this.#nextWithParent(user, state) : this.#nextBeside(user, state);
  }

  #nextWithParent(user: User, state: TransactionState): Step {
    if (state.run?.isDone) {
      state.run = undefined;
      return undefined;
    }
    if (state.isFirst || state.run === undefined) {
      state.run = new TransactionRun(this, this.options.name.evaluate(user), user.runner.nowMs());
    }
    const { run } = state;
    const step = super.next(user);
    if (step?.kind === 'pause') {
      return step;
    }
    run.subSampler = step;
    if (step === undefined) {
      run.finish(user.runner.nowMs(), this.options.areTimersIncluded);
    }
    return run;
  }

  protected override nextIsAController(user: User, state: TransactionState, controller: Controller): Step {
    if (!this.options.isParentMade) {
      return super.nextIsAController(user, state, controller);
    }
    const step = controller.next(user);
    if (step === undefined) {
      this.currentReturnedNull(user, state, controller);
      return super.next(user);
    }
    return step;
  }

  #nextBeside(user: User, state: TransactionState): Step {
    if (state.isFirst) {
      this.#begin(user, state);
    }
    const isLast = state.current === state.children.length;
    // JMeter waits inside nested calls and counts each one; calls interrupted by a pause are added to the next.
    const isOutermost = state.depth === 0;
    const missing = isOutermost ? Math.max(0, state.broken - 1) : 0;
    if (isOutermost) {
      state.broken = 0;
    }
    state.depth += 1;
    let step: Step;
    try {
      step = super.next(user);
    } finally {
      state.depth -= 1;
    }
    if (step?.kind === 'pause') {
      state.broken += 1 + missing;
      return step;
    }
    if (step !== undefined || !isLast) {
      state.calls += 1 + missing;
      return step;
    }
    const { open } = state;
    if (open) {
      const nowMs = user.runner.nowMs();
      if (!this.options.areTimersIncluded) {
        state.pauseMs += nowMs - state.previousEndMs;
      }
      this.#end(user, state, open, nowMs, open.isSuccess ? '200' : '');
    }
    return step;
  }

  #begin(user: User, state: TransactionState): void {
    state.open = new OpenTransaction(this.options.name.evaluate(user), user.runner.nowMs());
    state.calls = 0;
    state.failures = 0;
    state.previousEndMs = state.open.startMs;
    state.pauseMs = 0;
  }

  /** Notifies the listeners of the last sampler, as JMeter does; before the first sampler there are none. */
  #end(user: User, state: TransactionState, open: OpenTransaction, nowMs: number, code: string): void {
    open.idleMs += state.pauseMs;
    const { lastPackage } = user;
    if (lastPackage === undefined) {
      return;
    }
    state.open = undefined;
    const result = open.toResult(nowMs, code, transactionMessage(state.calls, state.failures));
    if (user.isAborted) {
      return;
    }
    for (const listener of lastPackage.listeners) {
      listener.sampleOccurred(result, user, true);
    }
  }

  override triggerEndOfLoop(user: User): void {
    const state = this.state(user);
    if (!this.options.isParentMade) {
      const { open } = state;
      if (open) {
        open.isSuccess = user.wasLastSampleOk;
        this.#end(user, state, open, user.runner.nowMs(), '');
      }
    } else if (state.run) {
      const sub = state.run.subSampler;
      if (sub?.kind === 'transaction') {
        // The runner does not set the thread names of these results.
        state.run.result.threadName ||= user.name;
        sub.result.threadName = state.run.result.threadName;
        state.run.addSubResult(sub.result);
      }
      state.run.finish(user.runner.nowMs(), this.options.areTimersIncluded);
      state.run = undefined;
    }
    super.triggerEndOfLoop(user);
  }

  sampleOccurred(sample: Result, user: User, isTransaction: boolean): void {
    const state = this.state(user);
    const { open } = state;
    if (this.options.isParentMade || open === undefined || isTransaction) {
      return;
    }
    open.add(sample);
    if (!this.options.areTimersIncluded) {
      state.pauseMs += sample.endMs - sample.elapsedMs - state.previousEndMs;
      state.previousEndMs = sample.endMs;
    }
    if (!sample.isSuccess) {
      state.failures += 1;
    }
  }
}

export const transactionController: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const controller = new TransactionController(context.nextIndex(), {
    name,
    isParentMade: booleanProperty(element, 'TransactionController.parent'),
    // Plans older than this option include timers.
    areTimersIncluded: booleanProperty(element, 'TransactionController.includeTimers', true),
  });
  // JMeter evaluates the name once more per user while it clones the plan.
  const asked = { userStarted: (user: User) => void name.evaluate(user) };
  return {
    controller,
    listener: controller,
    ...(name.constant === undefined ? { userListener: asked } : {}),
  };
};
