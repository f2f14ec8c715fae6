import type { ElementCompiler, User } from '../core.ts';
import { type ControllerState, GenericController } from './generic-controller.ts';

/** JMeter's RandomOrderController: runs all children, shuffled for each iteration. */
class RandomOrderController extends GenericController {
  readonly #random: () => number;

  constructor(index: number, random: () => number) {
    super(index);
    this.#random = random;
  }

  override initialize(user: User): void {
    super.initialize(user);
    this.#shuffle(this.state(user));
  }

  protected override reInitialize(user: User, state: ControllerState): void {
    super.reInitialize(user, state);
    this.#shuffle(state);
  }

  #shuffle(state: ControllerState): void {
    const mixed = [...state.children];
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = Math.floor(this.#random() * (last + 1));
      const [one, two] = [mixed[last], mixed[other]];
      if (one && two) {
        mixed[last] = two;
        mixed[other] = one;
      }
    }
    state.children = mixed;
  }
}

export const randomOrderController: ElementCompiler = (_element, context) => ({
  controller: new RandomOrderController(context.nextIndex(), context.environment.random),
});
