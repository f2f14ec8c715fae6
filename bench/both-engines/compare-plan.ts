import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { blockingObstacles } from '../../src/domain/engine.ts';
import type { DifferentialCase } from '../../src/engine/testing/differential-case.ts';
import { comparableFacts, type RawFacts } from '../../src/engine/testing/facts.ts';
import { hangMessage, type Oracle } from '../../src/engine/testing/oracle.ts';
import { withoutStart } from '../../src/engine/testing/random/as-case.ts';
import { observeApache, observeOurs, readFiles } from '../../src/engine/testing/run-case.ts';
import type { SampleFacts } from '../../src/engine/testing/sample-facts.ts';
import type { Target } from '../../src/engine/testing/target.ts';
import { judgePlan } from '../../src/plans/jmeter/judge-plan.ts';
import { parseOverrideParameters } from '../../src/plans/override-parameters.ts';
import { adaptPlan } from './adapt-plan.ts';
import { compareFacts } from './compare-facts.ts';

export interface ComparedPlan {
  /** Refused: our engine stopped the run with a reason, which asks for Apache JMeter. */
  verdict: 'same' | 'different' | 'refused' | 'not compared';
  /** Samples of Apache JMeter. */
  samples: number;
  /** What differs, or why it is refused or not compared. */
  details: string[];
}

export interface Engines {
  oracle: Oracle;
  target: Target;
  /** Starts the JVM for scripts that our engine does not run itself. */
  jvmCommand: readonly string[];
}

const limits = { samples: 400, ms: 45_000 };
/** Runs in Apache JMeter that show what varies, once the first one differs from ours. */
const moreRuns = 3;

/** The order of these requests and the connections that they use depend on the clock. */
const parallelRequests =
  /name="HTTPSampler\.concurrentDwn">true|<com\.blazemeter\.jmeter\.controller\.ParallelSampler/;

/** Runs a plan in both engines, adapted to the target. `beside` are the other plans of its folder, which it may include. */
export async function comparePlan(
  engines: Engines,
  path: string,
  beside: readonly string[],
  users: number,
): Promise<ComparedPlan> {
  const { oracle, target, jvmCommand } = engines;
  const bounds = { users, loops: 2 };
  const content = await readFile(path);
  const { plan, files } = adaptPlan(basename(path), content, target, bounds);
  for (const other of beside) {
    if (plan.includes(basename(other))) {
      const included = adaptPlan(basename(other), await readFile(other), target, bounds);
      Object.assign(files, { [basename(other)]: included.plan }, included.files);
    }
  }
  const obstacles = obstaclesOf(plan, files);
  if (obstacles.length > 0) return notCompared(`The adapted plan is not ours: ${obstacles[0]}`);
  const each: DifferentialCase = {
    name: path,
    plan: () => plan,
    files,
    isConcurrent: users > 1 || parallelRequests.test(plan),
    normalize: withoutStart,
  };
  const refusals: string[] = [];
  let ours: RawFacts;
  try {
    const onRefusal = (reason: string) => refusals.push(reason);
    ours = await observeOurs(target, each, { jvmCommand, inJvm: 'needed', onRefusal, limits });
  } catch (error) {
    target.take();
    return notCompared(messageOf(error));
  }
  if (refusals.length > 0) return { verdict: 'refused', samples: 0, details: refusals };
  return compareWithApache(oracle, target, each, ours);
}

async function compareWithApache(
  oracle: Oracle,
  target: Target,
  each: DifferentialCase,
  ours: RawFacts,
): Promise<ComparedPlan> {
  const runs: RawFacts[] = [];
  const factsOf = (facts: RawFacts) => comparableFacts(each, withoutStacks(facts), false);
  const compare = () => compareFacts(factsOf(ours), runs.map(factsOf));
  try {
    do {
      runs.push(await observeInFolder(oracle, target, each));
    } while (compare().differences.length > 0 && runs.length <= moreRuns);
  } catch (error) {
    target.take();
    const message = messageOf(error);
    return message.includes(hangMessage)
      ? { verdict: 'different', samples: 0, details: [message] }
      : notCompared(`Apache JMeter does not run it: ${message}`);
  }
  const samples = runs[0]?.samples.length ?? 0;
  const { differences, varying } = compare();
  if (differences.length > 0) return { verdict: 'different', samples, details: differences };
  if (varying.length > 0) {
    return notCompared(`Runs of Apache JMeter differ in the length of ${varying[0]}.`, samples);
  }
  if (samples === 0) return notCompared('It has no samples.');
  return { verdict: 'same', samples, details: [] };
}

/** With the files of Apache JMeter's working folder: that of our engine is the folder of the plan. */
async function observeInFolder(oracle: Oracle, target: Target, each: DifferentialCase): Promise<RawFacts> {
  const facts = await observeApache(oracle, target, each);
  const written = await readFiles(oracle.workingFolder);
  for (const name of Object.keys(written)) await rm(join(oracle.workingFolder, name));
  return { ...facts, files: { ...facts.files, ...written } };
}

/** The body of a sample without a response, and a file that saves it, ends with the stack of a Java exception. */
function withoutStacks({ samples, files, ...rest }: RawFacts): RawFacts {
  const cut = ([name, text]: [string, string]) => [name, text.replace(stack, '')];
  return {
    ...rest,
    samples: samples.map(withoutStack),
    files: Object.fromEntries(Object.entries(files).map(cut)) as Record<string, string>,
  };
}

const stack = /\n(?:\tat .*)?$/s;

function withoutStack(sample: SampleFacts): SampleFacts {
  const children = sample.children.map(withoutStack);
  if (!sample.code.startsWith('Non HTTP response code')) return { ...sample, children };
  return { ...sample, children, body: sample.body.replace(stack, ''), bytes: 0, bodyBytes: 0 };
}

const notCompared = (reason: string, samples = 0): ComparedPlan => ({
  verdict: 'not compared',
  samples,
  details: [reason],
});

function obstaclesOf(plan: string, files: Record<string, string>): string[] {
  const uploads = Object.entries({ ...files, 'plan.jmx': plan }).map(([name, text]) => ({
    name,
    content: Buffer.from(text),
  }));
  return blockingObstacles(judgePlan('plan.jmx', uploads, parseOverrideParameters(null))).map(
    ({ place, reason }) => `${place}: ${reason}`,
  );
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
