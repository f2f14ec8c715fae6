import type { GroupKind } from '../core.ts';
import { arrivalsThreadGroup, freeFormArrivalsThreadGroup } from './arrivals-thread-group.ts';
import { concurrencyThreadGroup } from './concurrency-thread-group.ts';
import { openModelThreadGroup } from './open-model-thread-group.ts';
import { steppingThreadGroup } from './stepping-thread-group.ts';
import { threadGroup } from './thread-group.ts';
import { ultimateThreadGroup } from './ultimate-thread-group.ts';

/** Thread group types, by class. */
export const groupKinds: Readonly<Record<string, GroupKind>> = {
  'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup': arrivalsThreadGroup,
  'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup': freeFormArrivalsThreadGroup,
  'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup': concurrencyThreadGroup,
  'kg.apc.jmeter.threads.SteppingThreadGroup': steppingThreadGroup,
  'kg.apc.jmeter.threads.UltimateThreadGroup': ultimateThreadGroup,
  OpenModelThreadGroup: openModelThreadGroup,
  PostThreadGroup: threadGroup('teardown'),
  SetupThreadGroup: threadGroup('setup'),
  ThreadGroup: threadGroup('main'),
};
