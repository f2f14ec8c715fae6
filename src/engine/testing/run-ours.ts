import type { PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceInPlan } from '../compile/replace-in-plan.ts';
import { textFunctions } from '../functions/functions.ts';
import { userAgent } from '../process/engine-worker.ts';
import { PlanRun } from '../scheduler/plan-run.ts';
import { VariableNames, type Variables } from '../state/variables.ts';
import { makeClock } from './make-clock.ts';
import { comparable, factsOf, type SampleFacts } from './sample-facts.ts';

/** What a run of a case needs besides the plan. */
export interface CaseFiles {
  folder: string;
  properties: Record<string, string>;
  systemProperties: Record<string, string>;
}

/** Runs a plan in our engine alone, and returns every sample. */
export async function runOurs(
  plan: string | Buffer,
  { folder, properties, systemProperties }: CaseFiles,
): Promise<SampleFacts[]> {
  const [root] = readJmx('plan.jmx', Buffer.from(plan)).roots;
  const facts: SampleFacts[] = [];
  const clock = makeClock();
  const run = new PlanRun(replaceInPlan(root as PlanElement, { filesFolder: folder }), {
    environment: {
      nowMs: clock.nowMs,
      cachedNowMs: clock.cachedNowMs,
      wheelTimer: clock.wheelTimer,
      random: Math.random,
      userAgent,
      properties: new Map(Object.entries({ ...properties, ...systemProperties })),
      functions: textFunctions,
      variableNames: new VariableNames(),
      planName: 'plan.jmx',
      filesFolder: folder,
      log: () => {},
    },
    recorder: {
      bodyUse: 'text',
      sampleOccurred: (result, user, isTransaction) =>
        facts.push({
          ...factsOf(result),
          isTransaction,
          variables: comparable(Object.fromEntries(listed(user.variables))),
        }),
    },
  });
  try {
    await run.run();
  } finally {
    clock.stop();
  }
  return facts;
}

/** The oracle leaves out variables without a value. */
const listed = (variables: Variables) =>
  [...variables].filter(([name]) => variables.object(name)?.value !== null);
