import {
  type IteratingController,
  isIterating,
  type Step,
  type TransactionStep,
  type User,
} from '../core.ts';
import { lastSampleOk } from '../state/variables.ts';

type EndOuter = (user: User, outer: TransactionStep) => void;

/** Applies break, continue, and the group's "start next loop" after an error. Returns false when none applies. */
export function redirect(user: User, endOuter: EndOuter): boolean {
  const isErrorToNextLoop = user.group.onError === 'start-next-loop' && !user.wasLastSampleOk;
  if (user.action === 'continue' && !isErrorToNextLoop) {
    return false;
  }
  const action = isErrorToNextLoop ? 'next-thread-loop' : user.action;
  const outer = user.step?.kind === 'transaction' ? user.step : undefined;
  if (outer && realSampler(outer) === undefined) {
    // The transaction failed at its end, so no sampler is left. JMeter's thread ends with an error here, too.
    throw new Error(`No sampler left in the transaction ${outer.result.label}`);
  }
  turnLoop(user, leaveUpTo(user, action), action);
  if (outer) {
    endOuter(user, outer);
  }
  settle(user);
  return true;
}

/** Ends the iteration of the controllers around the sampler, up to and not including the returned loop. */
function leaveUpTo(user: User, action: string): IteratingController {
  for (const parent of user.group.parents.get(user.sampler) ?? []) {
    if (isIterating(parent) && action !== 'next-thread-loop') {
      return parent;
    }
    parent.triggerEndOfLoop(user);
  }
  return user.group.loop;
}

function turnLoop(user: User, loop: IteratingController, action: string): void {
  if (action === 'break-current-loop') {
    loop.breakLoop(user);
  } else {
    loop.startNextLoop(user);
  }
}

function settle(user: User): void {
  user.action = 'continue';
  user.wasLastSampleOk = true;
  user.variables.write(lastSampleOk, 'true');
  if (user.group.loop.isDone(user)) {
    user.isRunning = false;
  }
}

function realSampler(step: Step): Step {
  let real = step;
  while (real?.kind === 'transaction') {
    real = real.subSampler;
  }
  return real;
}
