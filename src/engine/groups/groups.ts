import type { GroupKind } from '../core.ts';
import { threadGroup } from './thread-group.ts';

/** Every kind of thread group, by its class. */
export const groupKinds: Readonly<Record<string, GroupKind>> = {
  PostThreadGroup: threadGroup('teardown'),
  SetupThreadGroup: threadGroup('setup'),
  ThreadGroup: threadGroup('main'),
};
