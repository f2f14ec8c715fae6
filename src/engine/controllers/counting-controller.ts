import type { IteratingController, User } from '../core.ts';
import { ControllerState, GenericController } from './generic-controller.ts';

export class CountingState extends ControllerState {
  loopCount = 0;
}

/** Controllers with their own iteration count, which is reset when they are left. */
export abstract class CountingController<S extends CountingState> extends GenericController<S> {
  protected abstract resetCount(user: User, state: S): void;

  protected override passNumber(state: S): number {
    return state.loopCount + 1;
  }

  protected override reInitialize(_user: User, state: S): void {
    state.isFirst = true;
    state.current = 0;
    state.loopCount += 1;
  }

  override triggerEndOfLoop(user: User): void {
    super.triggerEndOfLoop(user);
    this.resetCount(user, this.state(user));
  }
}

export class BreakableState extends CountingState {
  isBroken = false;
}

/** Counting controllers that `break` and `continue` apply to. */
export abstract class BreakableController<S extends BreakableState>
  extends CountingController<S>
  implements IteratingController
{
  startNextLoop(user: User): void {
    this.reInitialize(user, this.state(user));
  }

  breakLoop(user: User): void {
    const state = this.state(user);
    state.isBroken = true;
    state.isFirst = true;
    state.current = 0;
    this.resetCount(user, state);
  }

  /** A nested loop restarts with each iteration of the outer one. */
  iterationStart(user: User): void {
    const state = this.state(user);
    this.reInitialize(user, state);
    this.resetCount(user, state);
  }
}
