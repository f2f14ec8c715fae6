import { booleanProperty, textProperty } from '../../jmx/plan-tree.ts';
import { toInt } from '../../languages/java/numbers.ts';
import type { Controller, ElementCompiler, Node, Sampler, Step, User } from '../core.ts';
import { ControllerState, GenericController } from './generic-controller.ts';

class InterleaveState extends ControllerState {
  isNextSkipped = false;
  searchStart: Node | undefined;
  hasReturnedOne = false;
  isStillSame = true;
}

export interface InterleaveOptions {
  /** A child controller runs one sample per turn instead of all its samples. */
  areControllersIgnored: boolean;
  isAcrossUsers: boolean;
}

/** JMeter's InterleaveControl: runs the next of its children each time. */
class InterleaveController extends GenericController<InterleaveState> {
  readonly #options: InterleaveOptions;

  constructor(index: number, options: InterleaveOptions) {
    super(index);
    this.#options = options;
  }

  protected override createState(): InterleaveState {
    return new InterleaveState(this.children);
  }

  /** Keeps its position, unlike other controllers. */
  protected override reInitialize(_user: User, state: InterleaveState): void {
    state.isFirst = true;
    state.hasReturnedOne = false;
    state.searchStart = undefined;
    state.isStillSame = true;
    state.isNextSkipped = false;
    state.iterCount += 1;
  }

  override next(user: User): Step {
    const state = this.state(user);
    if (state.isNextSkipped) {
      this.reInitialize(user, state);
      return undefined;
    }
    return super.next(user);
  }

  protected override nextIsAController(user: User, state: InterleaveState, controller: Controller): Step {
    const step = controller.next(user);
    if (step === undefined) {
      this.currentReturnedNull(user, state, controller);
      return this.next(user);
    }
    if (step.kind === 'pause') {
      return step;
    }
    state.hasReturnedOne = true;
    if (this.#options.areControllersIgnored) {
      this.incrementCurrent(user, state);
      state.isNextSkipped = true;
    } else {
      state.searchStart = undefined;
    }
    return step;
  }

  protected override nextIsASampler(user: User, state: InterleaveState, sampler: Sampler): Step {
    state.isNextSkipped = true;
    this.incrementCurrent(user, state);
    return sampler;
  }

  protected override nextIsNull(user: User, state: InterleaveState): Step {
    this.resetCurrent(user, state);
    return this.nextPass(user);
  }

  protected override currentElement(user: User, state: InterleaveState): Node | undefined | null {
    const element = super.currentElement(user, state);
    if (element === null) {
      return null;
    }
    if (state.searchStart === undefined) {
      state.searchStart = element;
    } else if (state.searchStart === element && !state.isStillSame) {
      this.reInitialize(user, state);
      return null;
    }
    return element;
  }

  protected override currentReturnedNull(user: User, state: InterleaveState, controller: Controller): void {
    if (controller.isDone(user)) {
      state.children = state.children.toSpliced(state.current, 1);
    } else if (!this.#options.areControllersIgnored) {
      this.incrementCurrent(user, state);
    }
  }

  protected override incrementCurrent(_user: User, state: InterleaveState): void {
    if (state.hasReturnedOne) {
      state.isNextSkipped = true;
    }
    state.isStillSame = false;
    state.current += 1;
  }

  override initialize(user: User): void {
    super.initialize(user);
    if (this.#options.isAcrossUsers) {
      const state = this.state(user);
      if (state.children.length === 0) {
        // JMeter divides by zero here, which ends the user.
        user.isRunning = false;
        return;
      }
      state.current = user.number % state.children.length;
    }
  }
}

/** JMeter's RandomController: an Interleave controller that runs a random child each time. */
class RandomController extends InterleaveController {
  readonly #random: () => number;

  constructor(index: number, options: InterleaveOptions, random: () => number) {
    super(index, options);
    this.#random = random;
  }

  protected override resetCurrent(_user: User, state: InterleaveState): void {
    state.current = Math.floor(this.#random() * state.children.length);
  }

  protected override incrementCurrent(user: User, state: InterleaveState): void {
    super.incrementCurrent(user, state);
    this.resetCurrent(user, state);
  }
}

const optionsOf = (element: Parameters<ElementCompiler>[0]): InterleaveOptions => ({
  areControllersIgnored: toInt(textProperty(element, 'InterleaveControl.style')) === 0,
  isAcrossUsers: booleanProperty(element, 'InterleaveControl.accrossThreads'),
});

export const interleaveController: ElementCompiler = (element, context) => ({
  controller: new InterleaveController(context.nextIndex(), optionsOf(element)),
});

export const randomController: ElementCompiler = (element, context) => ({
  controller: new RandomController(context.nextIndex(), optionsOf(element), context.environment.random),
});
