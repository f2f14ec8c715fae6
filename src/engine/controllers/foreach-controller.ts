import { booleanProperty } from '../../jmx/plan-tree.ts';
import { toInt } from '../../languages/java/numbers.ts';
import type { ElementCompiler, Step, Text, User } from '../core.ts';
import { BreakableController, BreakableState } from './counting-controller.ts';
import { indexName } from './loop-index.ts';

interface ForeachOptions {
  name: Text;
  input: Text;
  output: Text;
  separator: string;
  start: Text;
  /** Undefined when the property is missing; an empty value counts as 0. */
  end: Text | undefined;
}

/** JMeter's ForeachController: one iteration for each of `name_1`, `name_2`, … until a variable is not set. */
class ForeachController extends BreakableController<BreakableState> {
  readonly #options: ForeachOptions;

  constructor(index: number, options: ForeachOptions) {
    super(index);
    this.#options = options;
  }

  protected override createState(): BreakableState {
    return new BreakableState(this.children);
  }

  #value(user: User, state: BreakableState): string | undefined {
    const { input, separator } = this.#options;
    return user.variables.get(`${input.evaluate(user)}${separator}${state.loopCount + 1}`);
  }

  /** JMeter evaluates the input twice here, which advances functions such as `__counter` in it. */
  #valueOfPass(user: User, state: BreakableState): string | undefined {
    if (this.#options.input.constant === undefined) {
      this.#options.input.evaluate(user);
    }
    return this.#value(user, state);
  }

  #isPastEnd(user: User, state: BreakableState): boolean {
    const { end } = this.#options;
    return end !== undefined && state.loopCount >= toInt(end.evaluate(user));
  }

  protected override resetCount(user: User, state: BreakableState): void {
    state.loopCount = toInt(this.#options.start.evaluate(user));
  }

  /** JMeter sets the output variable when it checks for a next value. */
  override isDone(user: User): boolean {
    const state = this.state(user);
    if (this.#isPastEnd(user, state)) {
      return true;
    }
    const value = this.#valueOfPass(user, state);
    if (value === undefined) {
      return super.isDone(user);
    }
    user.variables.set(this.#options.output.evaluate(user), value);
    return false;
  }

  override next(user: User): Step {
    const state = this.state(user);
    this.#writeIndex(user, state);
    let step: Step;
    if (state.isBroken || this.#valueOfPass(user, state) === undefined) {
      state.isBroken = false;
      this.reInitialize(user, state);
      this.resetCount(user, state);
    } else {
      step = super.next(user);
    }
    this.#writeIndex(user, state);
    return step;
  }

  #writeIndex(user: User, state: BreakableState): void {
    user.variables.set(indexName(this.#options.name.evaluate(user)), String(state.loopCount));
  }

  protected override nextIsNull(user: User, state: BreakableState): Step {
    this.reInitialize(user, state);
    if (state.isBroken || this.#value(user, state) === undefined || this.#isPastEnd(user, state)) {
      state.isBroken = false;
      this.resetCount(user, state);
      return undefined;
    }
    return this.nextPass(user);
  }

  override initialize(user: User): void {
    super.initialize(user);
    this.resetCount(user, this.state(user));
  }
}

export const foreachController: ElementCompiler = (element, context) => {
  const controller = new ForeachController(context.nextIndex(), {
    name: context.compile(element.name),
    input: context.text(element, 'ForeachController.inputVal'),
    output: context.text(element, 'ForeachController.returnVal'),
    separator: booleanProperty(element, 'ForeachController.useSeparator', true) ? '_' : '',
    start: context.text(element, 'ForeachController.startIndex', '0'),
    end: element.properties.has('ForeachController.endIndex')
      ? context.text(element, 'ForeachController.endIndex')
      : undefined,
  });
  return { controller, iterationListener: controller };
};
