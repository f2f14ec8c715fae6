import { booleanProperty, textProperty } from '../../plans/jmeter/plan-tree.ts';
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

/** What the users of a group have in common. `users` counts, at `slot`, those that all workers have of it. */
export function groupRun(
  { element, kind, compiled }: PlanGroup,
  name: string,
  number: number,
  plannedUsers: number,
  { users, slot }: { users: Int32Array; slot: number },
): GroupRun {
  return {
    name,
    usersName: kind.usersName?.(name) ?? name,
    number,
    loop: compiled.loop,
    onError: onErrors[textProperty(element, 'ThreadGroup.on_sample_error').toLowerCase()] ?? 'continue',
    isSameUserOnNextIteration:
      !kind.isNewUserInEachPass && booleanProperty(element, 'ThreadGroup.same_user_on_next_iteration', true),
    userListeners: compiled.userListeners,
    parents: compiled.parents,
    plannedUsers,
    get activeUsers() {
      return users[slot] ?? 0;
    },
    countUser: (by) => {
      Atomics.add(users, slot, by);
    },
  };
}

/** Of what is evaluated before any user comes. */
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
