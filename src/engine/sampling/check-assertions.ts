import type { Assertion, User } from '../core.ts';
import type { AssertionOutcome, Result } from '../state/result.ts';
import { lastSampleOk } from '../state/variables.ts';

/** Maximum depth of sub-results that are checked. */
const depth = 3;

/** Applies assertions to a result, and sets its success and `JMeterThread.last_sample_ok`. */
export function checkAssertions(assertions: readonly Assertion[], result: Result, user: User): void {
  for (const assertion of assertions) {
    const scope = assertion.scope(user);
    if (scope !== 'children') {
      applyTo(result, assertion, user);
    }
    if (scope === 'children' || scope === 'all') {
      applyToChildren(result, assertion, user, depth);
    }
  }
  user.wasLastSampleOk = result.isSuccess;
  user.variables.write(lastSampleOk, result.isSuccess ? 'true' : 'false');
}

function applyToChildren(parent: Result, assertion: Assertion, user: User, level: number): void {
  if (level < 0) {
    return;
  }
  let hasFailed = false;
  for (const child of parent.subResults ?? []) {
    applyTo(child, assertion, user);
    applyToChildren(child, assertion, user, level - 1);
    hasFailed ||= !child.isSuccess;
  }
  if (hasFailed && parent.isSuccess) {
    parent.isSuccess = false;
    parent.addAssertion({
      name: assertion.name.evaluate(user),
      isFailure: true,
      isError: false,
      message: 'One or more sub-samples failed',
    });
  }
}

function applyTo(result: Result, assertion: Assertion, user: User): void {
  const outcome = outcomeOf(result, assertion, user);
  result.isSuccess &&= !(outcome.isError || outcome.isFailure);
  result.addAssertion(outcome);
}

function outcomeOf(result: Result, assertion: Assertion, user: User): AssertionOutcome {
  try {
    return assertion.check(result, user);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name: 'Assertion failed! See log file.', isFailure: false, isError: true, message };
  }
}
