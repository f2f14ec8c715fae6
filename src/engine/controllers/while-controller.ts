import { javaTrim } from '../../languages/java/java-text.ts';
import type { ElementCompiler, IteratingController, Step, Text, User } from '../core.ts';
import { lastSampleOk } from '../state/variables.ts';
import { ControllerState, GenericController } from './generic-controller.ts';
import { indexName } from './loop-index.ts';

class WhileState extends ControllerState {
  isBroken = false;
}

/** JMeter's WhileController: repeats until its condition is the text `false`, or the last sample failed. */
class WhileController extends GenericController<WhileState> implements IteratingController {
  readonly #name: Text;
  readonly #condition: Text;

  constructor(index: number, name: Text, condition: Text) {
    super(index);
    this.#name = name;
    this.#condition = condition;
  }

  protected override createState(): WhileState {
    return new WhileState(this.children);
  }

  #isAtEnd(user: User, state: WhileState, isAfterPass: boolean): boolean {
    if (state.isBroken) {
      return true;
    }
    const condition = javaTrim(this.#condition.evaluate(user)).toLowerCase();
    if ((isAfterPass && condition === '') || condition === 'last') {
      return user.variables.read(lastSampleOk)?.toLowerCase() === 'false';
    }
    return condition === 'false';
  }

  protected override nextIsNull(user: User, state: WhileState): Step {
    this.reInitialize(user, state);
    if (this.#isAtEnd(user, state, true)) {
      state.isBroken = false;
      state.iterCount = 0;
      return undefined;
    }
    return this.nextPass(user);
  }

  override next(user: User): Step {
    const state = this.state(user);
    this.#writeIndex(user, state);
    if (state.isFirst && this.#isAtEnd(user, state, false)) {
      state.isBroken = false;
      state.iterCount = 0;
      this.#writeIndex(user, state);
      return undefined;
    }
    const step = super.next(user);
    this.#writeIndex(user, state);
    return step;
  }

  #writeIndex(user: User, state: WhileState): void {
    user.variables.set(indexName(this.#name.evaluate(user)), String(state.iterCount));
  }

  override triggerEndOfLoop(user: User): void {
    super.triggerEndOfLoop(user);
    const state = this.state(user);
    // JMeter evaluates the condition here without using it, which advances functions such as `__counter` in it.
    this.#isAtEnd(user, state, true);
    state.iterCount = 0;
  }

  startNextLoop(user: User): void {
    this.reInitialize(user, this.state(user));
  }

  breakLoop(user: User): void {
    const state = this.state(user);
    state.isBroken = true;
    state.isFirst = true;
    state.current = 0;
    state.iterCount = 0;
  }

  iterationStart(user: User): void {
    const state = this.state(user);
    this.reInitialize(user, state);
    state.iterCount = 0;
  }
}

export const whileController: ElementCompiler = (element, context) => {
  const controller = new WhileController(
    context.nextIndex(),
    context.compile(element.name),
    context.text(element, 'WhileController.condition'),
  );
  return { controller, iterationListener: controller };
};
