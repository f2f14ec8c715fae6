import type { ElementCompiler, Step, Text, User } from '../core.ts';
import { parseLong } from '../text/numbers.ts';
import { ControllerState, GenericController } from './generic-controller.ts';

class RuntimeState extends ControllerState {
  startMs: number | undefined;
  loopCount = 0;
}

/** JMeter's RunTime: begins again until its seconds are over; what has begun then is the last. */
class RuntimeController extends GenericController<RuntimeState> {
  readonly #seconds: Text;

  constructor(index: number, seconds: Text) {
    super(index);
    this.#seconds = seconds;
  }

  protected override createState(): RuntimeState {
    return new RuntimeState(this.children);
  }

  #limit(user: User): number {
    return parseLong(this.#seconds.evaluate(user)) ?? 0;
  }

  override isDone(user: User): boolean {
    return this.#limit(user) > 0 && this.state(user).children.length > 0 ? super.isDone(user) : true;
  }

  #isOver(user: User, state: RuntimeState): boolean {
    const seconds = Math.floor((user.runner.nowMs() - (state.startMs ?? 0)) / 1000);
    return seconds >= this.#limit(user);
  }

  override next(user: User): Step {
    const state = this.state(user);
    state.startMs ??= user.runner.nowMs();
    if (this.#isOver(user, state)) {
      this.reInitialize(user, state);
      this.#resetCount(state);
      return undefined;
    }
    return super.next(user);
  }

  protected override nextIsNull(user: User, state: RuntimeState): Step {
    this.reInitialize(user, state);
    if (this.#isOver(user, state)) {
      this.#resetCount(state);
      return undefined;
    }
    return this.nextPass(user);
  }

  #resetCount(state: RuntimeState): void {
    state.loopCount = 0;
    state.startMs = undefined;
  }

  protected override passNumber(state: RuntimeState): number {
    return state.loopCount + 1;
  }

  protected override reInitialize(_user: User, state: RuntimeState): void {
    state.isFirst = true;
    state.current = 0;
    state.loopCount += 1;
  }

  override triggerEndOfLoop(user: User): void {
    super.triggerEndOfLoop(user);
    this.#resetCount(this.state(user));
  }
}

export const runtimeController: ElementCompiler = (element, context) => ({
  controller: new RuntimeController(context.nextIndex(), context.text(element, 'RunTime.seconds')),
});
