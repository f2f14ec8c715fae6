import type { Assertion, User } from '../core.ts';
import type { AssertionOutcome, Result } from '../state/result.ts';
import { lastSampleOk } from '../state/variables.ts';

/** JMeter's initial recursion level: the assertion is applied to four levels of sub-results. */
const depth = 3;

/** Applies assertions to a result, and sets its success and `JMeterThread.last_sample_ok`. */
export function checkAssertions(assertions: readonly Assertion[], result: Result, user: User): void {
  for (const assertion of assertions) {
    checkOne(assertion, result, user);
  }
  noteSuccess(result, user);
}

/** Same as `checkAssertions`, including assertions that run outside of the engine. */
export async function checkAssertionsOutside(
  assertions: readonly Assertion[],
  result: Result,
  user: User,
): Promise<void> {
  for (const assertion of assertions) {
    if (isOutside(assertion)) {
      await checkOneOutside(assertion, result, user);
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

type OutsideAssertion = Assertion & Required<Pick<Assertion, 'checkOutside'>>;

const isOutside = (assertion: Assertion): assertion is OutsideAssertion =>
  assertion.checkOutside !== undefined;

async function checkOneOutside(assertion: OutsideAssertion, result: Result, user: User): Promise<void> {
  const scope = assertion.scope(user);
  if (scope !== 'children') {
    addOutcome(result, await assertion.checkOutside(result, user));
  }
  if (scope === 'children' || scope === 'all') {
    await applyToChildrenOutside(result, assertion, user, depth);
  }
}

async function applyToChildrenOutside(
  parent: Result,
  assertion: OutsideAssertion,
  user: User,
  level: number,
): Promise<void> {
  if (level < 0) {
    return;
  }
  for (const child of parent.subResults ?? []) {
    addOutcome(child, await assertion.checkOutside(child, user));
    await applyToChildrenOutside(child, assertion, user, level - 1);
  }
  failForChildren(parent, assertion, user);
}

function noteSuccess(result: Result, user: User): void {
  user.wasLastSampleOk = result.isSuccess;
  user.variables.write(lastSampleOk, result.isSuccess ? 'true' : 'false');
}

function applyToChildren(parent: Result, assertion: Assertion, user: User, level: number): void {
  if (level < 0) {
    return;
  }
  for (const child of parent.subResults ?? []) {
    applyTo(child, assertion, user);
    applyToChildren(child, assertion, user, level - 1);
  }
  failForChildren(parent, assertion, user);
}

function failForChildren(parent: Result, assertion: Assertion, user: User): void {
  if (parent.isSuccess && parent.subResults?.some(({ isSuccess }) => !isSuccess)) {
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
