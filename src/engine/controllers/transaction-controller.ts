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
  /** Without a parent sample: what its own is made of at the end. Users rest in transactions, and none is carried along. */
  isOpen = false;
  label = '';
  startMs = 0;
  idleMs = 0;
  latencyMs = 0;
  connectMs = 0;
  bytes = 0;
  sentBytes = 0;
  isSuccess = true;
  threadName = '';
  groupUsers = 0;
  allUsers = 0;
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
      this.#begin(user, state);
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
    if (state.isOpen) {
      const nowMs = user.runner.nowMs();
      if (!this.options.areTimersIncluded) {
        state.pauseMs += nowMs - state.previousEndMs;
      }
      this.#end(user, state, nowMs, state.isSuccess ? '200' : '');
    }
    return step;
  }

  #begin(user: User, state: TransactionState): void {
    state.label = this.options.name.evaluate(user);
    state.startMs = user.runner.nowMs();
    state.isOpen = true;
    state.idleMs = 0;
    state.latencyMs = 0;
    state.connectMs = 0;
    state.bytes = 0;
    state.sentBytes = 0;
    state.isSuccess = true;
    state.threadName = '';
    state.groupUsers = 0;
    state.allUsers = 0;
    state.calls = 0;
    state.failures = 0;
    state.previousEndMs = state.startMs;
    state.pauseMs = 0;
  }

  /** Tells the listeners of the sampler that ran last, as JMeter does; before the first sampler there are none. */
  #end(user: User, state: TransactionState, nowMs: number, code: string): void {
    state.idleMs += state.pauseMs;
    const { lastPackage } = user;
    if (lastPackage === undefined) {
      return;
    }
    state.isOpen = false;
    const result = new Result();
    result.isTransaction = true;
    result.label = state.label;
    result.startMs = state.startMs;
    result.endMs = nowMs;
    result.idleMs = state.idleMs;
    result.latencyMs = state.latencyMs;
    result.connectMs = state.connectMs;
    result.otherBytes = state.bytes;
    result.sentBytes = state.sentBytes;
    result.isSuccess = state.isSuccess;
    result.code = code;
    result.message = transactionMessage(state.calls, state.failures);
    result.threadName = state.threadName;
    result.groupUsers = state.groupUsers;
    result.allUsers = state.allUsers;
    for (const listener of lastPackage.listeners) {
      listener.sampleOccurred(result, user, true);
    }
  }

  override triggerEndOfLoop(user: User): void {
    const state = this.state(user);
    if (!this.options.isParentMade) {
      if (state.isOpen) {
        state.isSuccess = user.wasLastSampleOk;
        this.#end(user, state, user.runner.nowMs(), '');
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

  sampleOccurred(sample: Result, user: User, isTransaction: boolean): void {
    const state = this.state(user);
    if (this.options.isParentMade || !state.isOpen || isTransaction) {
      return;
    }
    state.threadName = sample.threadName;
    state.bytes += sample.bytes;
    state.sentBytes += sample.sentBytes;
    if (!this.options.areTimersIncluded) {
      state.pauseMs += sample.endMs - sample.elapsedMs - state.previousEndMs;
      state.previousEndMs = sample.endMs;
    }
    if (!sample.isSuccess) {
      state.isSuccess = false;
      state.failures += 1;
    }
    state.allUsers = sample.allUsers;
    state.groupUsers = sample.groupUsers;
    state.latencyMs += sample.latencyMs;
    state.connectMs += sample.connectMs;
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
