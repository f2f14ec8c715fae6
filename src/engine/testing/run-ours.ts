import { isReadInJvm } from '../../jmx/jvm-documents.ts';
import { findJvmScripts } from '../../jmx/jvm-scripts.ts';
import { enabledIn, type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { isOwnJavaClass } from '../../jmx/proven/own-java-class.ts';
import { jvmKinds } from '../../jmx/proven/script-elements.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceInPlan } from '../compile/replace-in-plan.ts';
import type { Environment } from '../core.ts';
import { textFunctions } from '../functions/functions.ts';
import { BroadcastProperties } from '../process/broadcast-properties.ts';
import { userAgent } from '../process/engine-worker.ts';
import { PlanRun } from '../scheduler/plan-run.ts';
import { JvmScripts } from '../script-jvm/jvm-scripts.ts';
import { ScriptJvm } from '../script-jvm/script-jvm.ts';
import { JvmObject } from '../script-jvm/variable-mirror.ts';
import { VariableNames, type Variables } from '../state/variables.ts';
import { makeClock } from './make-clock.ts';
import type { RunTrace } from './run-trace.ts';
import { comparable, factsOf, type SampleFacts } from './sample-facts.ts';

/** Folder and properties of a run. */
export interface CaseFiles {
  folder: string;
  properties: Record<string, string>;
  systemProperties: Record<string, string>;
}

/** The engine refused to continue the run, because a value led to something that it does not support. */
export class RefusedRun extends Error {}

export interface OurRunOptions {
  /** Command that starts the JVM for scripts; without it the engine runs them itself. */
  jvmCommand?: readonly string[] | undefined;
  /**
   * What runs in the JVM: all scripts and Java Requests, or, as on a node, only those that the engine does not run
   * itself.
   */
  inJvm?: 'all' | 'needed';
  /** Called when the engine refuses the run; without it the run rejects. */
  onRefusal?(reason: string): void;
  /** Records what the run executes. */
  trace?: RunTrace;
  /** A run that exceeds a limit is stopped and rejects. */
  limits?: { samples: number; ms: number };
}

/** Runs a plan in our engine only, and returns every sample. */
export async function runOurs(
  plan: string | Buffer,
  { folder, properties, systemProperties }: CaseFiles,
  { jvmCommand, inJvm = 'all', onRefusal, trace, limits }: OurRunOptions = {},
): Promise<SampleFacts[]> {
  const [root] = readJmx('plan.jmx', Buffer.from(plan)).roots;
  const tree = replaceInPlan(root as PlanElement, { filesFolder: folder });
  const facts: SampleFacts[] = [];
  const clock = makeClock();
  let scripts: JvmScripts | undefined;
  let refusal: string | undefined;
  const shared = new BroadcastProperties(
    { ...properties, ...systemProperties },
    (name, value) => scripts?.noteProperty(name, value),
    (name) => scripts?.noteProperty(name, undefined),
  );
  const isMeant = inJvm === 'all' ? isScript : neededIn(tree);
  const isJvmUsed = inJvm === 'all' || enabledIn([tree]).some(isMeant);
  const jvm =
    jvmCommand && isJvmUsed
      ? new ScriptJvm({
          command: jvmCommand,
          folder,
          onFrame: (frame) => scripts?.receive(frame),
          onLine: () => {},
          onEnd: (reason) => scripts?.fail(reason),
        })
      : undefined;
  if (jvm) {
    scripts = new JvmScripts({ jvm, properties: shared, log: () => {}, isMeant });
  }
  let exceeded = '';
  const exceed = (limit: string) => {
    exceeded = limit;
    run.stop(true);
  };
  const environment: Environment = {
    nowMs: clock.nowMs,
    cachedNowMs: clock.cachedNowMs,
    wheelTimer: clock.wheelTimer,
    random: Math.random,
    userAgent,
    properties: shared,
    outsideScripts: scripts,
    outsideDocuments: scripts?.documents,
    functions: textFunctions,
    variableNames: new VariableNames(),
    planName: 'plan.jmx',
    filesFolder: folder,
    log: () => {},
  };
  const run: PlanRun = new PlanRun(tree, {
    environment: trace?.traced(tree, environment) ?? environment,
    recorder: {
      bodyUse: 'text',
      sampleOccurred: (result, user, isTransaction) => {
        facts.push({
          ...factsOf(result),
          isTransaction,
          variables: comparable(Object.fromEntries(listed(user.variables))),
        });
        if (limits && facts.length > limits.samples) {
          exceed(`${limits.samples} samples`);
        }
      },
    },
    onRefusal:
      onRefusal ??
      ((reason) => {
        refusal ??= reason;
      }),
  });
  const timer = limits && setTimeout(() => exceed(`${limits.ms / 1000} s`), limits.ms);
  try {
    run.prepare();
    await scripts?.start();
    await run.run();
  } finally {
    clearTimeout(timer);
    jvm?.close();
    clock.stop();
  }
  if (exceeded !== '') {
    throw new Error(`The plan exceeds ${exceeded}.`);
  }
  if (refusal !== undefined) {
    throw new RefusedRun(refusal);
  }
  return facts;
}

const isScript = (element: PlanElement) =>
  jvmKinds.has(element.kind) ||
  isReadInJvm(element) ||
  (element.kind === 'JavaSampler' && !isOwnJavaClass(textProperty(element, 'classname')));

function neededIn(plan: PlanElement): (element: PlanElement) => boolean {
  const scripts = findJvmScripts([plan]);
  return (element) => scripts.has(element) || isReadInJvm(element);
}

/** The variables that the oracle reports: none without a value, and no objects other than numbers. */
function listed(variables: Variables): [string, string][] {
  const found: [string, string][] = [];
  variables.forEachText((name, value) => found.push([name, value]));
  variables.forEachObject((name, { value, text }) => {
    const isLeftOut = value === null || (value instanceof JvmObject && value.text === undefined);
    if (!isLeftOut) {
      found.push([name, text()]);
    }
  });
  return found;
}
