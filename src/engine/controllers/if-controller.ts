import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler, Step, Text, User } from '../core.ts';
import { evaluateJavaScript } from '../expressions/java-script.ts';
import { javaTrim } from '../text/java-text.ts';
import { GenericController } from './generic-controller.ts';

interface IfOptions {
  condition: Text;
  /** The condition is asked for before each child, not only before the first. */
  isEvaluatedForAll: boolean;
  /** The condition is the word `true` once its variables and functions are in; else it is JavaScript. */
  isExpression: boolean;
}

/** JMeter's IfController. */
class IfController extends GenericController {
  readonly #options: IfOptions;

  constructor(index: number, options: IfOptions) {
    super(index);
    this.#options = options;
  }

  override isDone(): boolean {
    return false;
  }

  override next(user: User): Step {
    const state = this.state(user);
    if ((this.#options.isEvaluatedForAll || state.isFirst) && !this.#isTrue(user)) {
      this.initializeChildren(user, state);
      return this.nextIsNull(user, state);
    }
    return super.next(user);
  }

  #isTrue(user: User): boolean {
    const evaluated = this.#options.condition.evaluate(user);
    const condition = javaTrim(evaluated);
    if (this.#options.isExpression) {
      return evaluated === 'true' || condition.toLowerCase() === 'true';
    }
    // What is no boolean, or no JavaScript at all, is an error in JMeter's log and counts as false.
    return evaluateJavaScript(condition, user) === 'true';
  }

  override triggerEndOfLoop(user: User): void {
    this.initializeChildren(user, this.state(user));
    super.triggerEndOfLoop(user);
  }
}

export const ifController: ElementCompiler = (element, context) => ({
  controller: new IfController(context.nextIndex(), {
    condition: context.text(element, 'IfController.condition'),
    isEvaluatedForAll: booleanProperty(element, 'IfController.evaluateAll'),
    isExpression: booleanProperty(element, 'IfController.useExpression'),
  }),
});
