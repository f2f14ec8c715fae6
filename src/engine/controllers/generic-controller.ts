import {
  type Controller,
  type ElementCompiler,
  type IterationListener,
  type Node,
  parked,
  pause,
  type Sampler,
  type Step,
  type Text,
  type User,
} from '../core.ts';

/** Empty iterations after which the user yields; JMeter recurses until its stack overflows. */
const idlePassesAtOnce = 64;

/** State of a controller for one user. */
export class ControllerState {
  /** Shared by all users until one of them removes a child that is done. */
  children: readonly Node[];
  current = 0;
  iterCount = 0;
  isDone = false;
  isFirst = true;
  /** A listener was not ready for the iteration: the user is parked before it. */
  isHeldBack = false;

  constructor(children: readonly Node[]) {
    this.children = children;
  }
}

/** JMeter's GenericController, also the Simple controller. */
export class GenericController<S extends ControllerState = ControllerState> implements Controller {
  readonly kind = 'controller';
  readonly isLoop: boolean = false;
  /** Evaluated as often as JMeter does, because functions such as `__counter` in it have state. */
  name?: Text;
  /** Index of its state in `user.states`. */
  readonly index: number;
  readonly children: Node[] = [];
  /** Iteration listeners directly in its scope, in JMeter's order: last one first. */
  readonly iterationListeners: IterationListener[] = [];
  /** Iteration listeners with `isReady`; collected in the first iteration, when all are known. */
  #gates: IterationListener[] | undefined;

  constructor(index: number) {
    this.index = index;
  }

  state(user: User): S {
    const { states } = user;
    let state = states[this.index] as S | undefined;
    if (state === undefined) {
      state = this.createState();
      states[this.index] = state;
    }
    return state;
  }

  protected createState(): S {
    return new ControllerState(this.children) as S;
  }

  initialize(user: User): void {
    const state = this.state(user);
    this.resetCurrent(user, state);
    state.iterCount = 0;
    state.isDone = false;
    state.isFirst = true;
    this.initializeChildren(user, state);
  }

  protected initializeChildren(user: User, state: S): void {
    for (const child of state.children) {
      if (child.kind === 'controller') {
        child.initialize(user);
      }
    }
  }

  protected resetCurrent(_user: User, state: S): void {
    state.current = 0;
  }

  protected incrementCurrent(_user: User, state: S): void {
    state.current += 1;
  }

  protected reInitialize(user: User, state: S): void {
    this.resetCurrent(user, state);
    state.iterCount += 1;
    state.isFirst = true;
  }

  next(user: User): Step {
    const state = this.state(user);
    if (state.isFirst && !this.#isReady(user, state)) {
      return parked;
    }
    this.fireIterEvents(user, state);
    if (this.isDone(user)) {
      return undefined;
    }
    const element = this.currentElement(user, state);
    if (element === null) {
      return undefined;
    }
    if (element === undefined) {
      return this.nextIsNull(user, state);
    }
    return element.kind === 'sampler'
      ? this.nextIsASampler(user, state, element)
      : this.nextIsAController(user, state, element);
  }

  #isReady(user: User, state: S): boolean {
    this.#gates ??= this.iterationListeners.filter(({ isReady }) => isReady !== undefined);
    if (this.#gates.length === 0) {
      return true;
    }
    state.isHeldBack = !this.#gates.every((listener) => listener.isReady?.(user));
    return !state.isHeldBack;
  }

  isDone(user: User): boolean {
    return this.state(user).isDone;
  }

  triggerEndOfLoop(user: User): void {
    this.reInitialize(user, this.state(user));
  }

  protected fireIterEvents(user: User, state: S): void {
    if (state.isFirst) {
      for (const listener of this.iterationListeners) {
        listener.iterationStart(user, this.passNumber(state), this.isLoop);
      }
      state.isFirst = false;
    }
  }

  /** JMeter's getIterCount. */
  protected passNumber(state: S): number {
    return state.iterCount;
  }

  /** `null` stands for JMeter's NextIsNullException. */
  protected currentElement(_user: User, state: S): Node | undefined | null {
    if (state.current < state.children.length) {
      return state.children[state.current];
    }
    if (state.children.length === 0) {
      this.setDone(state, true);
      return null;
    }
    return undefined;
  }

  protected setDone(state: S, isDone: boolean): void {
    state.isDone = isDone;
  }

  protected nextIsASampler(user: User, state: S, sampler: Sampler): Step {
    this.incrementCurrent(user, state);
    return sampler;
  }

  protected nextIsAController(user: User, state: S, controller: Controller): Step {
    const step = controller.next(user);
    if (step === undefined) {
      this.currentReturnedNull(user, state, controller);
      return this.next(user);
    }
    return step;
  }

  /** Starts the next iteration of a controller that repeats. */
  protected nextPass(user: User): Step {
    user.idlePasses += 1;
    return user.idlePasses > idlePassesAtOnce ? pause : this.next(user);
  }

  protected nextIsNull(user: User, state: S): Step {
    this.reInitialize(user, state);
    return undefined;
  }

  protected currentReturnedNull(user: User, state: S, controller: Controller): void {
    if (controller.isDone(user)) {
      state.children = state.children.toSpliced(state.current, 1);
    } else {
      this.incrementCurrent(user, state);
    }
  }
}

export const genericController: ElementCompiler = (_element, context) => ({
  controller: new GenericController(context.nextIndex()),
});
