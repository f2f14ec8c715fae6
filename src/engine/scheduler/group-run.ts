import { booleanProperty, textProperty } from '../../jmx/plan-tree.ts';
import type { PlanGroup } from '../compile/compile-plan.ts';
import { LoopController } from '../controllers/loop-controller.ts';
import type { GroupRun, OnError } from '../core.ts';

const onErrors: Record<string, OnError> = {
  continue: 'continue',
  startnextloop: 'start-next-loop',
  stopthread: 'stop-thread',
  stoptest: 'stop-test',
  stoptestnow: 'stop-test-now',
};

/** Slot of a group in the user counts that all workers share. */
interface UserCount {
  readonly users: Int32Array;
  readonly slot: number;
}

/** State shared by the users of a group. A class, because it is read on every sample. */
class OwnGroupRun implements GroupRun {
  readonly name: string;
  readonly usersName: string;
  readonly number: number;
  readonly loop: GroupRun['loop'];
  readonly onError: OnError;
  readonly isSameUserOnNextIteration: boolean;
  readonly userListeners: GroupRun['userListeners'];
  readonly parents: GroupRun['parents'];
  readonly plannedUsers: number;
  readonly #users: Int32Array;
  readonly #slot: number;

  constructor(
    { element, kind, compiled }: PlanGroup,
    name: string,
    number: number,
    plannedUsers: number,
    { users, slot }: UserCount,
  ) {
    this.name = name;
    this.usersName = kind.usersName?.(name) ?? name;
    this.number = number;
    this.loop = compiled.loop;
    this.onError = onErrors[textProperty(element, 'ThreadGroup.on_sample_error').toLowerCase()] ?? 'continue';
    this.isSameUserOnNextIteration =
      !kind.isNewUserInEachPass && booleanProperty(element, 'ThreadGroup.same_user_on_next_iteration', true);
    this.userListeners = compiled.userListeners;
    this.parents = compiled.parents;
    this.plannedUsers = plannedUsers;
    this.#users = users;
    this.#slot = slot;
  }

  get activeUsers(): number {
    return this.#users[this.#slot] ?? 0;
  }

  countUser(by: number): void {
    Atomics.add(this.#users, this.#slot, by);
  }
}

export const groupRun = (...given: ConstructorParameters<typeof OwnGroupRun>): GroupRun =>
  new OwnGroupRun(...given);

/** The group of the placeholder user. */
export const noGroup: GroupRun = {
  name: '',
  usersName: '',
  number: 0,
  loop: new LoopController(
    0,
    { raw: '', constant: '', evaluate: () => '' },
    { raw: '0', constant: '0', evaluate: () => '0' },
    false,
  ),
  onError: 'continue',
  isSameUserOnNextIteration: true,
  userListeners: [],
  parents: new Map(),
  plannedUsers: 0,
  activeUsers: 0,
  countUser: () => {},
};
