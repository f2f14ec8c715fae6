import { booleanProperty } from '../../jmx/plan-tree.ts';
import { javaTrim } from '../../languages/java/java-text.ts';
import type { ElementCompiler, Step, Text, User } from '../core.ts';
import { runJavaScript } from '../languages/java-script.ts';
import { GenericController } from './generic-controller.ts';

interface IfOptions {
  condition: Text;
  /** Evaluate the condition before each child instead of only the first. */
  isEvaluatedForAll: boolean;
  /** The condition must evaluate to the text `true`; otherwise it is JavaScript. */
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
    // JMeter logs an error for a non-boolean or invalid expression, and treats it as false.
    return runJavaScript(condition, user) === 'true';
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
