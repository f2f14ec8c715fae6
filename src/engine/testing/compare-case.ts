import assert from 'node:assert/strict';
import type { DifferentialCase } from './differential-case.ts';
import {
  certainTimes,
  commonTimes,
  comparableFacts,
  type Facts,
  lostTimes,
  measuredTimes,
  type RawFacts,
} from './facts.ts';
import type { LazyOracle } from './lazy-oracle.ts';
import { caseKey } from './recording/case-key.ts';
import { encodeFacts } from './recording/encode-facts.ts';
import type { Recording, RecordingFile } from './recording/recording-file.ts';
import { observeApache, observeOurs, planFile } from './run-case.ts';
import type { OurRunOptions } from './run-ours.ts';
import { RunTrace } from './run-trace.ts';
import type { Target } from './target.ts';
import { placeholderPorts } from './target-ports.ts';

/**
 * Source of Apache JMeter's side. `recorded`: the recording; without one, Apache JMeter runs and is recorded. `full`:
 * Apache JMeter, which must do what is recorded. `record`: Apache JMeter, recorded again.
 */
export type ComparisonMode = 'recorded' | 'full' | 'record';

export interface Comparison {
  mode: ComparisonMode;
  oracle: Pick<LazyOracle, 'get'>;
  target: Target;
  recordings: RecordingFile;
  /** Starts the JVM for scripts of our engine; without it the engine runs them itself. */
  jvmCommand?: readonly string[] | undefined;
}

/** Asserts that both engines behave the same in a case. Returns true if Apache JMeter was recorded. */
export async function compareCase(comparison: Comparison, each: DifferentialCase): Promise<boolean> {
  const { mode, oracle, target, recordings, jvmCommand } = comparison;
  const trace = new RunTrace();
  const key = caseKey(each);
  const recording = mode === 'record' ? undefined : recordings.get(each.name, key);
  if (recording && mode === 'recorded') {
    const ours = await observeOurs(target, each, { jvmCommand, trace });
    assertAsRecorded(each, ours, recording);
    assertNoneIdle(trace, recording);
    return false;
  }
  const jmeter = await oracle.get();
  const { apache, ours } = await runBoth(jmeter, target, each, { jvmCommand, trace });
  assert.ok(apache.samples.length > 0, 'Apache JMeter made no samples');
  assertSame(each, ours, apache);
  if (mode !== 'full') {
    const times = await confirmedTimes(each, apache, () => observeApache(jmeter, target, each));
    recordings.set(each.name, {
      key,
      measuredTimes: times,
      idle: trace.idle(),
      ...encodeFacts(each, factsOf(each, apache)),
    });
    return true;
  }
  assert.ok(recording, `There is no recording of this case. ${howToRecord}`);
  assertNoneIdle(trace, recording);
  assert.deepEqual(
    encodeFacts(each, factsOf(each, apache)),
    comparedOf(recording),
    `Apache JMeter does not do what is recorded. If it is right now, record it anew. ${howToRecord}`,
  );
  const unconfirmed = lostTimes(each, apache.samples, recording.measuredTimes);
  assert.deepEqual(unconfirmed, [], `Apache JMeter measured recorded times as 0. ${howToRecord}`);
  return false;
}

const howToRecord =
  'Run npm test with SPATE_RECORD=1, which records all of its file, and commit src/engine/recordings.';

/** Runs both engines: one after the other, or concurrently if the plan does not use the target. */
export async function runBoth(
  oracle: Parameters<typeof observeApache>[0],
  target: Target,
  each: DifferentialCase,
  options: OurRunOptions = {},
): Promise<{ apache: RawFacts; ours: RawFacts }> {
  if (typeof each.plan !== 'function') {
    const [apache, ours] = await Promise.all([
      observeApache(oracle, target, each),
      observeOurs(target, each, options),
    ]);
    return { apache, ours };
  }
  const apache = await observeApache(oracle, target, each);
  return { apache, ours: await observeOurs(target, each, options) };
}

export function assertSame(each: DifferentialCase, ours: RawFacts, apache: RawFacts): void {
  const lost = lostTimes(each, ours.samples, measuredTimes(each, apache.samples));
  assert.deepEqual({ ...factsOf(each, ours), lostTimes: lost }, { ...factsOf(each, apache), lostTimes: [] });
}

function assertAsRecorded(each: DifferentialCase, ours: RawFacts, recording: Recording): void {
  const lost = lostTimes(each, ours.samples, recording.measuredTimes);
  assert.deepEqual(
    { ...encodeFacts(each, factsOf(each, ours)), lostTimes: lost },
    { ...comparedOf(recording), lostTimes: [] },
  );
}

/** What the recording says was executed must have been executed again. */
function assertNoneIdle(trace: RunTrace, { idle }: Recording): void {
  const known = new Set(idle);
  assert.deepEqual(
    trace.idle().filter((label) => !known.has(label)),
    [],
    `Our engine did not execute these elements or calls. ${howToRecord}`,
  );
}

/** Times that the case causes are long in each run of Apache JMeter, those of a busy machine only in some. */
const confirmingRuns = 2;

async function confirmedTimes(
  each: DifferentialCase,
  first: RawFacts,
  runAgain: () => Promise<RawFacts>,
): Promise<string> {
  let times = certainTimes(each, first.samples);
  for (let run = 0; run < confirmingRuns && /[1-7]/.test(times); run++) {
    times = commonTimes(times, certainTimes(each, (await runAgain()).samples));
  }
  return times;
}

const comparedOf = ({ samples, requests, files }: Recording) => ({ samples, requests, files });

const factsOf = (each: DifferentialCase, facts: RawFacts): Facts =>
  comparableFacts(each, facts, hasOneUser(planFile(each, placeholderPorts)));

/** Whether the plan has one user: only then is the number of active users the same at every moment. */
function hasOneUser(plan: string | Buffer): boolean {
  const text = plan.toString();
  return text.match(/<[\w.]*ThreadGroup[ >]/g)?.length === 1 && /"ThreadGroup\.num_threads">1</.test(text);
}
