import type { PlanElement } from '../../plans/jmeter/plan-tree.ts';
import { readPlanTree } from '../../plans/jmeter/read-plan-tree.ts';
import { textFunctions } from '../functions/registry.ts';
import type { Result } from '../sampling/result.ts';
import { PlanRun } from '../users/plan-run.ts';
import type { Oracle, OracleSample } from './oracle.ts';

/** What must be the same in both engines, whatever the clock says. */
export interface SampleFacts {
  label: string;
  code: string;
  message: string;
  success: boolean;
  thread: string;
  dataType: string;
  bytes: number;
  sentBytes: number;
  isTransaction: boolean;
  failures: string[];
  children: SampleFacts[];
  variables: Record<string, string>;
}

export interface Differential {
  apache: SampleFacts[];
  ours: SampleFacts[];
}

export interface DifferentialOptions {
  properties?: Record<string, string>;
  filesFolder?: string;
}

/** Runs a plan in both engines, one after the other. Samples are in the order of each thread, threads by name. */
export async function runBoth(
  oracle: Oracle,
  plan: string,
  options: DifferentialOptions = {},
): Promise<Differential> {
  const apache = await oracle.run(plan, options.properties, options.filesFolder);
  return {
    apache: byThread(
      apache.map(({ sample, variables, isTransaction }) => ({
        ...factsOfOracle(sample),
        isTransaction,
        variables: comparable(variables),
      })),
    ),
    ours: byThread(await runOurs(plan, options)),
  };
}

/** Runs a plan in our engine alone. */
async function runOurs(plan: string, options: DifferentialOptions = {}): Promise<SampleFacts[]> {
  const [root] = readPlanTree('plan.jmx', Buffer.from(plan));
  const facts: SampleFacts[] = [];
  const run = new PlanRun(root as PlanElement, {
    nowMs: () => performance.timeOrigin + performance.now(),
    world: {
      properties: new Map(Object.entries(options.properties ?? {})),
      functions: textFunctions,
      filesFolder: options.filesFolder ?? '/',
      log: () => {},
    },
    recorder: {
      sampleOccurred: (result, user, isTransaction) =>
        facts.push({
          ...factsOf(result),
          isTransaction,
          variables: comparable(Object.fromEntries(user.variables)),
        }),
    },
  });
  await run.run();
  return facts;
}

function factsOf(result: Result): SampleFacts {
  return {
    label: result.label,
    code: result.code,
    message: result.message,
    success: result.isSuccess,
    thread: result.threadName,
    dataType: result.dataType,
    bytes: result.bytes,
    sentBytes: result.sentBytes,
    isTransaction: false,
    failures: (result.assertions ?? [])
      .filter((each) => each.isFailure || each.isError)
      .map((each) => each.message),
    children: (result.subResults ?? []).map(factsOf),
    variables: {},
  };
}

function factsOfOracle(sample: OracleSample): SampleFacts {
  const { label, code, message, success, thread, dataType, bytes, sentBytes } = sample;
  return {
    ...{ label, code, message, success, thread, dataType, bytes, sentBytes },
    isTransaction: false,
    failures: sample.assertions
      .filter((each) => each.failure || each.error)
      .map((each) => each.message ?? ''),
    children: sample.children.map(factsOfOracle),
    variables: {},
  };
}

/** Without what depends on the time or is an object of the JVM. */
function comparable(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables)
      .filter(([name]) => !/^(START\.|TESTSTART\.MS|__jmeter\.U_T__|JMeterThread\.pack)/.test(name))
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

function byThread(facts: SampleFacts[]): SampleFacts[] {
  return facts.toSorted((left, right) =>
    left.thread < right.thread ? -1 : left.thread > right.thread ? 1 : 0,
  );
}
