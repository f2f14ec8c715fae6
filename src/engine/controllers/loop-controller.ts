import { booleanProperty } from '../../jmx/plan-tree.ts';
import { toInt, wholeText } from '../../languages/java/numbers.ts';
import type { ElementCompiler, LoopIndexVariable, Step, Text, User } from '../core.ts';
import type { VariableName, Variables } from '../state/variables.ts';
import { BreakableController, BreakableState } from './counting-controller.ts';
import { indexName } from './loop-index.ts';

const forever = -1;

export class LoopState extends BreakableState {
  /** Undefined: not evaluated yet. */
  loops: number | undefined;
  /** Last `loopCount` written to the index variable, and the variables written to. */
  writtenCount = -1;
  writtenTo: Variables | undefined;
}

/** JMeter's LoopController, also the main loop of a thread group. */
export class LoopController extends BreakableController<LoopState> {
  override readonly isLoop = true;
  readonly #name: Text;
  /** The index variable, when its name is the same for all users. */
  readonly #index: VariableName | undefined;
  readonly #loops: Text;
  /** Undefined: evaluated for each user. */
  readonly #constantLoops: number | undefined;
  readonly #isForever: boolean;
  /** No other element writes the index variable, so an unchanged value is not written again. */
  readonly #isOnlyWriter: boolean;

  constructor(index: number, name: Text, loops: Text, isForever: boolean, indexVariable?: LoopIndexVariable) {
    super(index);
    this.#name = name;
    this.#index = indexVariable?.index;
    this.#loops = loops;
    this.#constantLoops = loops.constant === undefined ? undefined : toInt(loops.constant);
    this.#isForever = isForever;
    this.#isOnlyWriter = indexVariable?.isOnlyWriter ?? false;
  }

  protected override createState(): LoopState {
    return new LoopState(this.children);
  }

  override next(user: User): Step {
    const state = this.state(user);
    this.#writeIndex(user, state);
    if (this.#isAtEnd(user, state)) {
      if (!this.#isForever) {
        this.setDone(state, true);
      }
      state.isBroken = false;
      return undefined;
    }
    const step = super.next(user);
    this.#writeIndex(user, state);
    return step;
  }

  /** Writes the current iteration to `__jm__<name>__idx`. */
  #writeIndex(user: User, state: LoopState): void {
    const { variables } = user;
    if (state.writtenCount !== state.loopCount) {
      state.writtenCount = state.loopCount;
    } else if (this.#isOnlyWriter && state.writtenTo === variables) {
      return;
    }
    state.writtenTo = variables;
    if (this.#index === undefined) {
      variables.set(indexName(this.#name.evaluate(user)), wholeText(state.loopCount));
    } else {
      variables.writeWhole(this.#index, state.loopCount);
    }
  }

  #isAtEnd(user: User, state: LoopState): boolean {
    if (state.loops === undefined || state.loops === 0 || state.loops === forever) {
      state.loops = this.#constantLoops ?? toInt(this.#loops.evaluate(user));
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
        this.resetCount(user, state);
      } else {
        this.setDone(state, true);
      }
      return undefined;
    }
    return this.nextPass(user);
  }

  protected override resetCount(_user: User, state: LoopState): void {
    state.loopCount = 0;
    state.loops = undefined;
  }
}

export const loopController: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const controller = new LoopController(
    context.nextIndex(),
    name,
    context.text(element, 'LoopController.loops'),
    // JMeter's default for a missing property is true.
    booleanProperty(element, 'LoopController.continue_forever', true),
    context.loopIndexVariable(name),
  );
  return { controller, iterationListener: controller };
};
