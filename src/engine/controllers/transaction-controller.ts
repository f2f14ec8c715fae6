import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
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
import { Result } from '../sampling/result.ts';
import { ControllerState, GenericController } from './generic-controller.ts';
import { TransactionRun, transactionMessage } from './transaction-run.ts';

class TransactionState extends ControllerState {
  run: TransactionRun | undefined;
  result: Result | undefined;
  calls = 0;
  failures = 0;
  pauseMs = 0;
  previousEndMs = 0;
  /** How deep its own calls are in each other, and how many of them a pause has broken off. */
  depth = 0;
  broken = 0;
}

export interface TransactionOptions {
  name: Text;
  isParentMade: boolean;
  areTimersIncluded: boolean;
}

/** JMeter's TransactionController in both its ways: with a parent sample, or with one more sample at the end. */
export class TransactionController extends GenericController<TransactionState> implements Listener {
  readonly options: TransactionOptions;
  /** Its listeners and assertions, for the parent sample; set once the whole plan is compiled. */
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
      const result = new Result();
      result.label = this.options.name.evaluate(user);
      result.isSuccess = true;
      result.isTransaction = true;
      result.startMs = user.runner.nowMs();
      state.calls = 0;
      state.failures = 0;
      state.result = result;
      state.previousEndMs = result.startMs;
      state.pauseMs = 0;
    }
    const isLast = state.current === state.children.length;
    // Apache JMeter waits within its calls, and each of them counts: those that a pause broke off count with the next.
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
    if (state.result) {
      const nowMs = user.runner.nowMs();
      if (!this.options.areTimersIncluded) {
        state.pauseMs += nowMs - state.previousEndMs;
      }
      this.#end(user, state, state.result, nowMs);
      if (state.result === undefined) {
        return step;
      }
    }
    return step;
  }

  #end(user: User, state: TransactionState, result: Result, nowMs: number): void {
    result.idleMs += state.pauseMs;
    result.endMs = nowMs;
    result.message = transactionMessage(state.calls, state.failures);
    if (result.isSuccess) {
      result.code = '200';
    }
    this.#notify(user, state, result);
  }

  override triggerEndOfLoop(user: User): void {
    const state = this.state(user);
    if (!this.options.isParentMade) {
      const { result } = state;
      if (result) {
        result.idleMs += state.pauseMs;
        result.endMs = user.runner.nowMs();
        result.isSuccess = user.wasLastSampleOk;
        result.message = transactionMessage(state.calls, state.failures);
        this.#notify(user, state, result);
      }
    } else if (state.run) {
      const sub = state.run.subSampler;
      if (sub?.kind === 'transaction') {
        // What is put together here was never filled in by the runner.
        state.run.result.threadName ||= user.name;
        sub.result.threadName = state.run.result.threadName;
        state.run.addSubResult(sub.result);
      }
      state.run.finish(user.runner.nowMs(), this.options.areTimersIncluded);
      state.run = undefined;
    }
    super.triggerEndOfLoop(user);
  }

  /** To the listeners of the sampler that ran last, as JMeter does. */
  #notify(user: User, state: TransactionState, result: Result): void {
    const { lastPackage } = user;
    if (lastPackage === undefined) {
      return;
    }
    state.result = undefined;
    for (const listener of lastPackage.listeners) {
      listener.sampleOccurred(result, user, true);
    }
  }

  sampleOccurred(sample: Result, user: User, isTransaction: boolean): void {
    const state = this.state(user);
    const { result } = state;
    if (this.options.isParentMade || result === undefined || isTransaction) {
      return;
    }
    result.threadName = sample.threadName;
    result.otherBytes = result.bytes + sample.bytes;
    result.sentBytes += sample.sentBytes;
    if (!this.options.areTimersIncluded) {
      state.pauseMs += sample.endMs - sample.elapsedMs - state.previousEndMs;
      state.previousEndMs = sample.endMs;
    }
    if (!sample.isSuccess) {
      result.isSuccess = false;
      state.failures += 1;
    }
    result.allUsers = sample.allUsers;
    result.groupUsers = sample.groupUsers;
    result.latencyMs += sample.latencyMs;
    result.connectMs += sample.connectMs;
  }
}

export const transactionController: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const controller = new TransactionController(context.nextIndex(), {
    name,
    isParentMade: booleanProperty(element, 'TransactionController.parent'),
    // Plans from before the choice existed counted the timers.
    areTimersIncluded: booleanProperty(element, 'TransactionController.includeTimers', true),
  });
  // JMeter asks for the name once more for each user, while it puts the plan together.
  const asked = { userStarted: (user: User) => void name.evaluate(user) };
  return {
    controller,
    listener: controller,
    ...(name.constant === undefined ? { userListener: asked } : {}),
  };
};
