import { type ElementCompiler, parked, type Step, type Text, type User, type UserListener } from '../core.ts';
import { ControllerState, GenericController } from './generic-controller.ts';

/** A reentrant FIFO lock. */
class Lock {
  #holder: User | undefined;
  #depth = 0;
  readonly #waiting: User[] = [];

  /** Returns false when the user has to wait; it is woken once it holds the lock. */
  take(user: User): boolean {
    if (this.#holder !== undefined && this.#holder !== user) {
      this.#waiting.push(user);
      return false;
    }
    this.#holder = user;
    this.#depth += 1;
    return true;
  }

  giveBack(user: User): void {
    if (this.#holder !== user) {
      return;
    }
    this.#depth -= 1;
    if (this.#depth > 0) {
      return;
    }
    const following = this.#waiting.shift();
    this.#holder = following;
    if (following) {
      this.#depth = 1;
      following.runner.wakeSoon(following);
    }
  }
}

class SectionState extends ControllerState {
  lock: Lock | undefined;
  isWaiting = false;
}

/** JMeter's CriticalSectionController: one user at a time per lock name. */
class CriticalSectionController extends GenericController<SectionState> implements UserListener {
  readonly #lockName: Text;
  readonly #locks: Map<string, Lock>;

  constructor(index: number, lockName: Text, locks: Map<string, Lock>) {
    super(index);
    this.#lockName = lockName;
    this.#locks = locks;
  }

  protected override createState(): SectionState {
    return new SectionState(this.children);
  }

  override next(user: User): Step {
    const state = this.state(user);
    const name = this.#lockName.evaluate(user);
    if (name !== '' && state.isFirst && !state.isHeldBack) {
      if (state.isWaiting) {
        // Woken as the new owner of the lock.
        state.isWaiting = false;
      } else {
        state.lock ??= this.#lockOf(name);
        if (!state.lock.take(user)) {
          state.isWaiting = true;
          return parked;
        }
      }
    }
    return super.next(user);
  }

  #lockOf(name: string): Lock {
    const lock = this.#locks.get(name) ?? new Lock();
    this.#locks.set(name, lock);
    return lock;
  }

  protected override reInitialize(user: User, state: SectionState): void {
    this.#giveBack(user, state);
    super.reInitialize(user, state);
  }

  userFinished(user: User): void {
    this.#giveBack(user, this.state(user));
  }

  #giveBack(user: User, state: SectionState): void {
    state.lock?.giveBack(user);
    state.lock = undefined;
  }
}

const locksKey = 'locks of critical sections';

export const criticalSectionController: ElementCompiler = (element, context) => {
  const controller = new CriticalSectionController(
    context.nextIndex(),
    context.text(element, 'CriticalSectionController.lockName'),
    context.shared(locksKey, () => new Map<string, Lock>()),
  );
  return { controller, userListener: controller };
};
