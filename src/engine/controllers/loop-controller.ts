import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler, IteratingController, Step, Text, User } from '../core.ts';
import { toInt } from '../text/numbers.ts';
import { ControllerState, GenericController } from './generic-controller.ts';

const forever = -1;

export class LoopState extends ControllerState {
  loopCount = 0;
  /** Undefined: to be evaluated. */
  loops: number | undefined;
  isBroken = false;
  /** `loopCount` as it was last told, in writing. */
  told = -1;
  toldText = '';
}

/** JMeter's LoopController; the main loop of a thread group is one too. */
export class LoopController extends GenericController<LoopState> implements IteratingController {
  override readonly isLoop = true;
  readonly #name: Text;
  /** Of the variable that tells the pass, when it is the same for all. */
  readonly #index: string | undefined;
  readonly #loops: Text;
  readonly #isForever: boolean;

  constructor(index: number, name: Text, loops: Text, isForever: boolean) {
    super(index);
    this.#name = name;
    this.#index = name.constant === undefined ? undefined : indexName(name.constant);
    this.#loops = loops;
    this.#isForever = isForever;
  }

  protected override createState(): LoopState {
    return new LoopState(this.children);
  }

  override next(user: User): Step {
    const state = this.state(user);
    this.#tellIndex(user, state);
    if (this.#isAtEnd(user, state)) {
      if (!this.#isForever) {
        this.setDone(state, true);
      }
      state.isBroken = false;
      return undefined;
    }
    const step = super.next(user);
    this.#tellIndex(user, state);
    return step;
  }

  protected override passNumber(state: LoopState): number {
    return state.loopCount + 1;
  }

  /** The pass under way, as `__jm__<name>__idx`. */
  #tellIndex(user: User, state: LoopState): void {
    if (state.told !== state.loopCount) {
      state.told = state.loopCount;
      state.toldText = String(state.loopCount);
    }
    user.variables.set(this.#index ?? indexName(this.#name.evaluate(user)), state.toldText);
  }

  #isAtEnd(user: User, state: LoopState): boolean {
    if (state.loops === undefined || state.loops === 0 || state.loops === forever) {
      state.loops = toInt(this.#loops.evaluate(user));
    }
    return state.isBroken || (state.loops > forever && state.loopCount >= state.loops);
  }

  protected override setDone(state: LoopState, isDone: boolean): void {
    state.isBroken = false;
    state.loops = undefined;
    super.setDone(state, isDone);
  }

  protected override nextIsNull(user: User, state: LoopState): Step {
    this.reInitialize(user, state);
    if (this.#isAtEnd(user, state)) {
      if (this.#isForever) {
        this.#resetCount(state);
      } else {
        this.setDone(state, true);
      }
      return undefined;
    }
    return this.nextPass(user);
  }

  override triggerEndOfLoop(user: User): void {
    super.triggerEndOfLoop(user);
    this.#resetCount(this.state(user));
  }

  #resetCount(state: LoopState): void {
    state.loopCount = 0;
    state.loops = undefined;
  }

  protected override reInitialize(_user: User, state: LoopState): void {
    state.isFirst = true;
    state.current = 0;
    state.loopCount += 1;
  }

  startNextLoop(user: User): void {
    this.reInitialize(user, this.state(user));
  }

  breakLoop(user: User): void {
    const state = this.state(user);
    state.isBroken = true;
    state.isFirst = true;
    state.current = 0;
    this.#resetCount(state);
  }

  /** A loop within another begins anew with each pass of the outer one. */
  iterationStart(user: User): void {
    const state = this.state(user);
    this.reInitialize(user, state);
    this.#resetCount(state);
  }
}

const indexName = (name: string) => `__jm__${name}__idx`;

export const loopController: ElementCompiler = (element, context) => {
  const controller = new LoopController(
    context.nextIndex(),
    context.compile(element.name),
    context.text(element, 'LoopController.loops'),
    // Where it is not written at all, JMeter takes it for true.
    booleanProperty(element, 'LoopController.continue_forever', true),
  );
  return { controller, iterationListener: controller };
};
