import { parseLong } from '../../languages/java/numbers.ts';
import type { ElementCompiler, Step, Text, User } from '../core.ts';
import { CountingController, CountingState } from './counting-controller.ts';

class RuntimeState extends CountingState {
  startMs: number | undefined;
}

/** JMeter's RunTime: repeats until its duration is over; a started sample completes. */
class RuntimeController extends CountingController<RuntimeState> {
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
      this.resetCount(user, state);
      return undefined;
    }
    return super.next(user);
  }

  protected override nextIsNull(user: User, state: RuntimeState): Step {
    this.reInitialize(user, state);
    if (this.#isOver(user, state)) {
      this.resetCount(user, state);
      return undefined;
    }
    return this.nextPass(user);
  }

  protected override resetCount(_user: User, state: RuntimeState): void {
    state.loopCount = 0;
    state.startMs = undefined;
  }
}

export const runtimeController: ElementCompiler = (element, context) => ({
  controller: new RuntimeController(context.nextIndex(), context.text(element, 'RunTime.seconds')),
});
