import { parseJavaDouble } from '../../languages/java/java-double.ts';
import { parseLong, toInt } from '../../languages/java/numbers.ts';
import { VirtualUserController, type VirtualUserOwner } from '../controllers/virtual-user-controller.ts';
import type { GroupKind, GroupStart } from '../core.ts';
import { WheelEntry } from '../time/wheel.ts';

/** bzm's Concurrency Thread Group: keeps a number of users running and replaces users that end. */
export const concurrencyThreadGroup: GroupKind = {
  stage: 'main',
  isNewUserInEachPass: true,
  makeLoop: (_element, context) => new VirtualUserController(context.nextIndex()),
  // JMeter names users after the thread that starts them.
  usersName: (name) => `${name}-ThreadStarter`,
  start: (group) => {
    new Starter(group).begin();
  },
};

/** Polling intervals in milliseconds, with and without active users. */
const lookMs = { some: 1000, none: 10 };

class Starter extends WheelEntry implements VirtualUserOwner {
  readonly #group: GroupStart;
  readonly #release: () => void;
  #users = 0;
  #isRunning = true;
  /** Number of users set during the run; undefined: as in the plan. */
  #changedTo: number | undefined;

  constructor(group: GroupStart) {
    super();
    this.#group = group;
    this.#release = group.hold();
    group.onStop(() => this.#end());
    group.onUsersChange((users) => {
      this.#changedTo = users;
      this.due();
    });
    if (group.loop instanceof VirtualUserController) {
      group.loop.owner = this;
    }
  }

  begin(): void {
    if (this.#target() > 0) {
      this.due();
    } else {
      this.#end();
    }
  }

  isLimitReached(): boolean {
    return !this.#isRunning;
  }

  passLimit(): number {
    return parseLong(this.#group.read('Iterations')) ?? 0;
  }

  hasTooManyUsers(): boolean {
    return this.#users > this.#group.share(this.#target());
  }

  /** Adds missing users, and schedules the next check. */
  override due(): void {
    if (!this.#isRunning) {
      return;
    }
    const { runner } = this.#group;
    const planned = this.#planned();
    if (planned < 0) {
      this.#end();
      return;
    }
    while (this.#users < this.#group.share(planned)) {
      if (this.#group.addUser(runner.nowMs(), undefined, () => this.#userEnded())) {
        this.#users += 1;
      }
    }
    runner.wheel.add(this, runner.nowMs() + (this.#users === 0 ? lookMs.none : lookMs.some));
  }

  #userEnded(): void {
    this.#users -= 1;
    if (this.#isRunning) {
      // Deferred to the wheel: the user has not been removed yet.
      this.#group.runner.wheel.add(this, this.#group.runner.nowMs());
    }
  }

  #end(): void {
    this.#isRunning = false;
    this.#group.runner.wheel.remove(this);
    this.#release();
  }

  #target(): number {
    return this.#changedTo ?? toInt(this.#group.read('TargetLevel', '1'));
  }

  #seconds(property: string, fallback: string): number {
    const text = this.#group.read(property, fallback);
    const factor = this.#group.read('Unit') === 'M' ? 60 : 1;
    return text === '' ? 0 : Math.round((parseJavaDouble(text) ?? 0) * factor);
  }

  /** Planned number of users at this moment; negative: the group is finished. */
  #planned(): number {
    const rampUp = this.#seconds('RampUp', '');
    const hold = this.#seconds('Hold', '1');
    const steps = parseLong(this.#group.read('Steps')) ?? 0;
    const most = this.#target();
    const seconds = (this.#group.runner.nowMs() - this.#group.startMs) / 1000;
    if (seconds >= rampUp + hold) {
      return -1;
    }
    if (this.#changedTo !== undefined || rampUp === 0 || seconds > rampUp) {
      return Math.round(most);
    }
    if (steps > 0) {
      return Math.round((most / steps) * (Math.floor(seconds / (rampUp / steps)) + 1));
    }
    return Math.round((most / rampUp) * seconds);
  }
}
