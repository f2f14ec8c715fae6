import { type IteratingController, parked, type Step, type User } from '../core.ts';
import { ControllerState, GenericController } from './generic-controller.ts';

class VirtualUserState extends ControllerState {
  hasArrived = false;
  passes = 0;
  mustRest = false;
}

/** The thread group, which decides when its users start iterations and end. */
export interface VirtualUserOwner {
  isLimitReached(): boolean;
  /** 0: no limit. */
  passLimit(): number;
  hasTooManyUsers(): boolean;
  /** Arrivals groups only: counts an iteration; false when no more iterations may start. */
  arrive?(): boolean;
  /** Arrivals groups only: parks the user until the group wakes it for an iteration; false: the user ends. */
  rest?(user: User): boolean;
}

/** Used before the group has started. */
const noOwner: VirtualUserOwner = {
  isLimitReached: () => true,
  passLimit: () => 0,
  hasTooManyUsers: () => false,
};

/** BlazeMeter's VirtualUserController 2.10: main loop of groups that change the number of users at run time. */
export class VirtualUserController
  extends GenericController<VirtualUserState>
  implements IteratingController
{
  owner: VirtualUserOwner = noOwner;

  protected override createState(): VirtualUserState {
    return new VirtualUserState(this.children);
  }

  override next(user: User): Step {
    const state = this.state(user);
    if (state.mustRest) {
      state.mustRest = false;
      return parked;
    }
    if (this.owner.isLimitReached()) {
      this.setDone(state, true);
    } else if (!state.hasArrived) {
      state.hasArrived = true;
      state.passes += 1;
      if (this.owner.arrive?.() === false) {
        this.setDone(state, true);
        return undefined;
      }
    }
    return super.next(user);
  }

  protected override reInitialize(user: User, state: VirtualUserState): void {
    super.reInitialize(user, state);
    state.hasArrived = false;
  }

  protected override nextIsNull(user: User, state: VirtualUserState): Step {
    const limit = this.owner.passLimit();
    const isOver = limit > 0 && state.passes >= limit;
    if (this.owner.isLimitReached() || isOver || this.owner.hasTooManyUsers()) {
      this.setDone(state, true);
      return undefined;
    }
    this.reInitialize(user, state);
    if (this.owner.rest) {
      return this.owner.rest(user) ? parked : undefined;
    }
    return this.nextPass(user);
  }

  startNextLoop(user: User): void {
    const state = this.state(user);
    this.reInitialize(user, state);
    if (this.owner.rest) {
      state.mustRest = !this.owner.isLimitReached() && this.owner.rest(user);
      this.setDone(state, !state.mustRest);
    }
  }

  /** A break is an error in JMeter here and ends the user. */
  breakLoop(user: User): void {
    user.isRunning = false;
  }
}
