import type { ElementCompiler, IterationListener, Step, User } from '../core.ts';
import { GenericController } from './generic-controller.ts';

/** JMeter's OnceOnlyController: runs once per user, or in the first iteration of an enclosing loop. */
class OnceOnlyController extends GenericController implements IterationListener {
  protected override nextIsNull(): Step {
    return undefined;
  }

  iterationStart(user: User, pass: number, isLoop: boolean): void {
    // Loop controllers count from 1, all others from 0.
    if (pass === (isLoop ? 1 : 0)) {
      this.reInitialize(user, this.state(user));
    }
  }
}

export const onceOnlyController: ElementCompiler = (_element, context) => {
  const controller = new OnceOnlyController(context.nextIndex());
  return { controller, iterationListener: controller };
};
