import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { blockingObstacles } from '../../src/domain/engine.ts';
import type { DifferentialCase } from '../../src/engine/testing/differential-case.ts';
import { comparableFacts, type RawFacts } from '../../src/engine/testing/facts.ts';
import { hangMessage, type Oracle } from '../../src/engine/testing/oracle.ts';
import { observeApache, observeOurs, readFiles } from '../../src/engine/testing/run-case.ts';
import type { OurRunOptions } from '../../src/engine/testing/run-ours.ts';
import type { SampleFacts } from '../../src/engine/testing/sample-facts.ts';
import { startTimes, withoutStart } from '../../src/engine/testing/start-variables.ts';
import type { Target } from '../../src/engine/testing/target.ts';
import { judgePlan } from '../../src/plans/jmeter/judge-plan.ts';
import { parseOverrideParameters } from '../../src/plans/override-parameters.ts';
import { adaptPlan } from './adapt-plan.ts';
import { compareFacts } from './compare-facts.ts';

export interface ComparedPlan {
  /** Refused: our engine stopped the run with a reason to use Apache JMeter. */
  verdict: 'same' | 'different' | 'refused' | 'not compared';
  /** Samples of Apache JMeter. */
  samples: number;
  /** Differences, or the reason why it is refused or not compared. */
  details: string[];
}

export interface Engines {
  oracle: Oracle;
  target: Target;
  /** Starts the JVM for scripts that our engine does not run itself. */
  jvmCommand: readonly string[];
}

const limits = { samples: 400, ms: 45_000 };
/** Additional runs per engine that reveal varying values, once the first runs differ. */
const moreRuns = 3;

/** The order of these requests, their connections and TLS sessions depend on the clock. */
const parallelDownloads = /name="HTTPSampler\.concurrentDwn">true/;
/** In addition, branches share the variables of their user, and the order of their samples depends on the clock. */
const parallelBranches = /<com\.blazemeter\.jmeter\.controller\.ParallelSampler/;

/**
 * Runs a plan in both engines, adapted to the target. `beside` are the other plans of its folder, which it may
 * include.
 */
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
  const each = caseOf(path, plan, files, users);
  const refusals: string[] = [];
  const options: OurRunOptions = {
    jvmCommand,
    inJvm: 'needed',
    onRefusal: (reason) => refusals.push(reason),
    limits,
  };
  const runOurs = () => observeOurs(target, each, options);
  try {
    const ours = await runOurs();
    if (refusals.length > 0) return { verdict: 'refused', samples: 0, details: refusals };
    return await compareWithApache(each, ours, runOurs, () => observeInFolder(oracle, target, each));
  } catch (error) {
    target.take();
    return notCompared(messageOf(error));
  }
}

function caseOf(path: string, plan: string, files: Record<string, string>, users: number): DifferentialCase {
  const isParallel = parallelBranches.test(plan);
  const isConcurrent = users > 1 || isParallel || parallelDownloads.test(plan);
  return {
    name: path,
    plan: () => plan,
    files,
    isConcurrent,
    properties: startTimes,
    normalize: (json) =>
      withoutStart(isConcurrent ? withoutResumption(withoutAddresses(json)) : withoutAddresses(json)),
    ...(isParallel ? { without: ['variables'], summarize: inAnyOrder } : {}),
  };
}

function inAnyOrder(samples: readonly SampleFacts[]): unknown[] {
  return samples
    .map(({ startMs, endMs, latencyMs, connectMs, idleMs, groupUsers, allUsers, ...compared }) => compared)
    .map((compared) => ({ text: JSON.stringify(compared), compared }))
    .toSorted((left, right) => (left.text < right.text ? -1 : 1))
    .map(({ compared }) => compared);
}

/** Random keys of WebSockets, random boundaries of parts, and object addresses of the JVM. */
const withoutAddresses = (json: string) =>
  [...json.matchAll(/boundary=([\w-]{30,40})/g)]
    .reduce((text, [, boundary = '']) => text.replaceAll(boundary, '(boundary)'), json)
    .replaceAll(/(Sec-WebSocket-Accept: )[\w+/=]+/g, '$1')
    .replaceAll(/\b((?:org|com|kg)\.[\w.$]+@)[0-9a-f]+/g, '$1');

const withoutResumption = (json: string) => json.replaceAll('"isResumed":true', '"isResumed":false');

async function compareWithApache(
  each: DifferentialCase,
  first: RawFacts,
  runOurs: () => Promise<RawFacts>,
  runApache: () => Promise<RawFacts>,
): Promise<ComparedPlan> {
  const ours = [first];
  const apache: RawFacts[] = [];
  const compare = () => {
    const hasStack = apache.some(({ samples }) => samples.some(hasStackIn));
    const factsOf = (facts: RawFacts) => comparableFacts(each, withoutStacks(facts, hasStack), false);
    return compareFacts(ours.map(factsOf), apache.map(factsOf));
  };
  try {
    apache.push(await runApache());
    while (compare().differences.length > 0 && apache.length <= moreRuns) {
      apache.push(await runApache());
      ours.push(await runOurs());
    }
  } catch (error) {
    const message = messageOf(error);
    if (!message.includes(hangMessage)) throw new Error(`It fails in one engine: ${message}`);
    return { verdict: 'different', samples: 0, details: [message] };
  }
  const samples = apache[0]?.samples.length ?? 0;
  const { differences, varying } = compare();
  if (differences.length > 0) return { verdict: 'different', samples, details: differences };
  if (varying.length > 0) {
    return notCompared(`The length of ${varying[0]} differs from run to run.`, samples);
  }
  if (samples === 0) return notCompared('It has no samples.');
  return { verdict: 'same', samples, details: [] };
}

/** Adds the files of Apache JMeter's working folder; our engine works in the folder of the plan. */
async function observeInFolder(oracle: Oracle, target: Target, each: DifferentialCase): Promise<RawFacts> {
  const facts = await observeApache(oracle, target, each);
  const written = await readFiles(oracle.workingFolder);
  for (const name of Object.keys(written)) await rm(join(oracle.workingFolder, name));
  return { ...facts, files: { ...facts.files, ...written } };
}

/**
 * The body of a sample without a response, and a file that saves it, ends with a Java stack trace. Transactions count
 * its bytes.
 */
function withoutStacks({ samples, files, ...rest }: RawFacts, hasStack: boolean): RawFacts {
  const cut = ([name, text]: [string, string]) => [name, text.replace(stack, '')];
  const withoutStack = (sample: SampleFacts): SampleFacts => {
    const children = sample.children.map(withoutStack);
    const isCounted = !isFailed(sample) && !(hasStack && (sample.isTransaction || children.some(isFailed)));
    if (isCounted) return { ...sample, children };
    return { ...sample, children, body: sample.body.replace(stack, ''), bytes: 0, bodyBytes: 0 };
  };
  return {
    ...rest,
    samples: samples.map(withoutStack),
    files: Object.fromEntries(Object.entries(files).map(cut)) as Record<string, string>,
  };
}

const stack = /\n(?:\tat .*)?$/s;

const isFailed = ({ code }: SampleFacts) => code.startsWith('Non HTTP response code');

const hasStackIn = (sample: SampleFacts): boolean =>
  sample.body.includes('\n\tat ') || sample.children.some(hasStackIn);

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
