import type { Assertion, User } from '../core.ts';
import type { AssertionOutcome, Result } from '../state/result.ts';
import { lastSampleOk } from '../state/variables.ts';

/** Maximum depth of sub-results that are checked. */
const depth = 3;

/** Applies assertions to a result, and sets its success and `JMeterThread.last_sample_ok`. */
export function checkAssertions(assertions: readonly Assertion[], result: Result, user: User): void {
  for (const assertion of assertions) {
    checkOne(assertion, result, user);
  }
  noteSuccess(result, user);
}

/** The same, with assertions that run outside of the engine. These check the sample itself only. */
export async function checkAssertionsOutside(
  assertions: readonly Assertion[],
  result: Result,
  user: User,
): Promise<void> {
  for (const assertion of assertions) {
    if (assertion.checkOutside) {
      addOutcome(result, await assertion.checkOutside(result, user));
    } else {
      checkOne(assertion, result, user);
    }
  }
  noteSuccess(result, user);
}

function checkOne(assertion: Assertion, result: Result, user: User): void {
  const scope = assertion.scope(user);
  if (scope !== 'children') {
    applyTo(result, assertion, user);
  }
  if (scope === 'children' || scope === 'all') {
    applyToChildren(result, assertion, user, depth);
  }
}

function noteSuccess(result: Result, user: User): void {
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
  addOutcome(result, outcomeOf(result, assertion, user));
}

function addOutcome(result: Result, outcome: AssertionOutcome): void {
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
