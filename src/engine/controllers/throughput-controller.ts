import { booleanProperty, textProperty } from '../../jmx/plan-tree.ts';
import { parseInteger, toInt } from '../../languages/java/numbers.ts';
import type { ElementCompiler, IterationListener, Step, Text, User } from '../core.ts';
import { LocalNumber, type SharedNumber, type SharedNumbers } from '../state/shared-numbers.ts';
import { ControllerState, GenericController } from './generic-controller.ts';

/** Executions and iterations so far; JMeter counts iterations from 0. */
interface Counts {
  executions: SharedNumber;
  passes: SharedNumber;
}

const countsOf = (numbers: SharedNumbers, name: string): Counts => ({
  executions: numbers.at(`${name} executions`),
  passes: numbers.at(`${name} passes`),
});

class ThroughputState extends ControllerState {
  readonly counts: Counts = { executions: new LocalNumber(), passes: new LocalNumber() };
  isRunThisTime = false;
}

interface ThroughputOptions {
  isByNumber: boolean;
  number: Text;
  percent: Text;
  /** Shared by all users, unless counted per user. */
  shared: Counts | undefined;
}

/** JMeter's ThroughputController: runs a number of times, or in a percentage of all iterations. */
class ThroughputController extends GenericController<ThroughputState> implements IterationListener {
  readonly #options: ThroughputOptions;

  constructor(index: number, options: ThroughputOptions) {
    super(index);
    this.#options = options;
  }

  protected override createState(): ThroughputState {
    return new ThroughputState(this.children);
  }

  #most(user: User): number {
    return parseInteger(this.#options.number.evaluate(user)) ?? 1;
  }

  /** Rounded to 32 bits, because it is a float in JMeter. */
  #percent(user: User): number {
    const text = this.#options.percent.evaluate(user).trim();
    const percent = text === '' ? Number.NaN : Number(text.replace(/[fFdD]$/, ''));
    return Number.isNaN(percent) ? 100 : Math.fround(percent);
  }

  override next(user: User): Step {
    return this.state(user).isRunThisTime ? super.next(user) : undefined;
  }

  override isDone(user: User): boolean {
    const state = this.state(user);
    if (state.children.length === 0) {
      return true;
    }
    if (!this.#options.isByNumber) {
      return this.#percent(user) === 0;
    }
    const counts = this.#options.shared ?? state.counts;
    const executions = counts.executions.hold(({ value }) => value ?? 0);
    // JMeter evaluates the number twice, which advances functions such as `__counter` in it.
    return (
      (executions >= this.#most(user) && state.current >= state.children.length) || this.#most(user) === 0
    );
  }

  iterationStart(user: User): void {
    const state = this.state(user);
    const counts = this.#options.shared ?? state.counts;
    const limit = this.#options.isByNumber ? this.#most(user) : this.#percent(user);
    state.isRunThisTime = counts.executions.hold((executions) => {
      const before = executions.value ?? 0;
      const passes = counts.passes.hold((number) => {
        number.value = (number.value ?? -1) + 1;
        return number.value;
      });
      const isRun = this.#options.isByNumber ? before < limit : (100 * before + 50) / (passes + 1) < limit;
      executions.value = isRun ? before + 1 : before;
      return isRun;
    });
  }
}

export const throughputController: ElementCompiler = (element, context) => {
  const isPerUser = booleanProperty(element, 'ThroughputController.perThread', true);
  const controller = new ThroughputController(context.nextIndex(), {
    isByNumber: toInt(textProperty(element, 'ThroughputController.style', '0')) === 0,
    number: context.text(element, 'ThroughputController.maxThroughput', '1'),
    percent: context.text(element, 'ThroughputController.percentThroughput', '100'),
    shared: isPerUser
      ? undefined
      : context.shared(element, () => countsOf(context.numbers, context.nameOf(element))),
  });
  return { controller, iterationListener: controller };
};
