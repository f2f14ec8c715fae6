import { isUtf8 } from 'node:buffer';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { PlanElement } from '../../plans/jmeter/plan-tree.ts';
import { readPlanTree } from '../../plans/jmeter/read-plan-tree.ts';
import { textFunctions } from '../functions/functions.ts';
import { PlanRun } from '../users/plan-run.ts';
import { VariableNames } from '../users/variables.ts';
import type { DifferentialCase } from './differential-case.ts';
import { makeClock } from './make-clock.ts';
import { ApacheHung, type Oracle } from './oracle.ts';
import { plan as planOf } from './plan.ts';
import { comparable, factsOf, factsOfOracle, type SampleFacts } from './sample-facts.ts';
import type { SeenRequest, Target } from './target.ts';

export interface Facts {
  samples: unknown[];
  /** Times that are 0 in our engine and not in Apache JMeter, whose whole milliseconds say no more than that. */
  lostTimes: string[];
  requests: unknown[];
  files: Record<string, string>;
}

/** Runs a case in both engines, each in a fresh folder: one after the other, or at once where they ask no target. */
export async function runBoth(
  oracle: Oracle,
  target: Target,
  each: DifferentialCase,
): Promise<{ apache: Facts; ours: Facts }> {
  const made = typeof each.plan === 'function' ? each.plan(target) : each.plan;
  const plan = typeof made === 'string' || Buffer.isBuffer(made) ? made : planOf(...made);
  const runApache = () =>
    unlessHung(target, () => inFolder(each, (folder) => runTheirs(oracle, plan, each, folder)));
  const runOwn = () => inFolder(each, (folder) => runOurs(oracle, plan, each, folder));
  if (typeof each.plan !== 'function') {
    const [apache, ours] = await Promise.all([runApache(), runOwn()]);
    const requests = await takeRequests(target, each);
    return compareFacts(each, hasOneUser(plan), { ...apache, ...requests }, { ...ours, ...requests });
  }
  const apache = await runApache();
  const apacheRequests = await takeRequests(target, each);
  const ours = await runOwn();
  const ourRequests = await takeRequests(target, each);
  return compareFacts(each, hasOneUser(plan), { ...apache, ...apacheRequests }, { ...ours, ...ourRequests });
}

/** What hangs in Apache JMeter because the machine was held up gets another try; what hangs in each is no accident. */
async function unlessHung<T>(target: Target, run: () => Promise<T>): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApacheHung) || left === 0) {
        throw error;
      }
      console.log('UNSTEADY: Apache JMeter did not end, and gets another try');
      target.take();
    }
  }
}

function compareFacts(each: DifferentialCase, isAlone: boolean, apache: RawFacts, ours: RawFacts) {
  return {
    apache: { ...finish(each, apache, isAlone), lostTimes: [] },
    ours: {
      ...finish(each, ours, isAlone),
      lostTimes: each.summarize ? [] : lostTimes(byThread(ours.samples), byThread(apache.samples)),
    },
  };
}

/** How many users there are is the same at every moment only then. */
function hasOneUser(plan: string | Buffer): boolean {
  const text = plan.toString();
  return text.match(/<[\w.]*ThreadGroup[ >]/g)?.length === 1 && /"ThreadGroup\.num_threads">1</.test(text);
}

/** Waiting for what is not HTTP only where it counts. */
async function takeRequests(target: Target, each: DifferentialCase) {
  const sent = each.summarizeRequests ? await target.sinks.take() : [];
  return { requests: target.take(), sent };
}

async function inFolder(
  each: DifferentialCase,
  run: (folder: string) => Promise<SampleFacts[]>,
): Promise<{ samples: SampleFacts[]; files: Record<string, string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-differential-'));
  try {
    for (const [name, content] of Object.entries(each.files ?? {})) {
      await writeFile(join(folder, name), content);
    }
    const samples = await run(folder);
    const files: Record<string, string> = {};
    for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(found.parentPath, found.name);
      if (found.isFile() && !found.name.endsWith('.jmx')) {
        const bytes = await readFile(path);
        files[relative(folder, path)] = bytes
          .toString(isUtf8(bytes) ? 'utf8' : 'latin1')
          .replaceAll(folder, '(folder)');
      }
    }
    // The folder's name differs, also where a plan shows it.
    const text = JSON.stringify(samples).replaceAll(folder, '(folder)');
    return { samples: JSON.parse(text) as SampleFacts[], files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `case.folder` names the folder, for what JMeter looks for in its working folder. */
function propertiesOf(each: DifferentialCase, folder: string): Record<string, string> {
  return { ...each.properties, 'case.folder': folder };
}

function systemPropertiesOf(each: DifferentialCase, folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(each.systemProperties ?? {}).map(([name, value]) => [
      name,
      value.replace('(folder)', folder),
    ]),
  );
}

async function runTheirs(
  oracle: Oracle,
  plan: string | Buffer,
  each: DifferentialCase,
  folder: string,
): Promise<SampleFacts[]> {
  const system = systemPropertiesOf(each, folder);
  const events = await oracle.run(plan, propertiesOf(each, folder), folder, system);
  return events.map(({ sample, variables, isTransaction }) => ({
    ...factsOfOracle(sample),
    isTransaction,
    variables: comparable(variables),
  }));
}

/** Runs a plan in our engine alone. */
async function runOurs(
  oracle: Oracle,
  plan: string | Buffer,
  each: DifferentialCase,
  folder: string,
): Promise<SampleFacts[]> {
  const [root] = readPlanTree('plan.jmx', Buffer.from(plan));
  const facts: SampleFacts[] = [];
  const clock = makeClock();
  const run = new PlanRun(root as PlanElement, {
    world: {
      nowMs: clock.nowMs,
      latelyMs: clock.latelyMs,
      wheelTimer: clock.wheelTimer,
      random: Math.random,
      userAgent: oracle.userAgent,
      properties: new Map(
        Object.entries({ ...propertiesOf(each, folder), ...systemPropertiesOf(each, folder) }),
      ),
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
          variables: comparable(Object.fromEntries(user.variables)),
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

interface RawFacts {
  samples: SampleFacts[];
  requests: SeenRequest[];
  sent: string[];
  files: Record<string, string>;
}

function finish(each: DifferentialCase, facts: RawFacts, isAlone: boolean): Omit<Facts, 'lostTimes'> {
  const times = each.summarize ? [] : ['startMs', 'endMs', ...timesOfSamples];
  const users = each.summarize || isAlone ? [] : ['groupUsers', 'allUsers'];
  const without = new Set<string>([...(each.without ?? []), ...times, ...users]);
  const text = JSON.stringify(facts.samples, (key, value: unknown) =>
    without.has(key) || (without.has('bytes') && /^(headerBytes|bodyBytes)$/.test(key)) ? undefined : value,
  );
  const requestText = JSON.stringify(without.has('requests') ? [] : facts.requests);
  const normalize = each.normalize ?? ((same: string) => same);
  const samples = JSON.parse(normalize(text)) as SampleFacts[];
  const requests = JSON.parse(normalize(requestText)) as SeenRequest[];
  const sorted = byThread(samples);
  return {
    samples: each.summarize?.(sorted) ?? sorted,
    requests:
      each.summarizeRequests?.(requests, facts.sent) ??
      (each.isConcurrent
        ? requests
            .map((seen) => ({ ...seen, connection: 0 }))
            .toSorted((left, right) => compare(JSON.stringify(left), JSON.stringify(right)))
        : requests),
    files: Object.fromEntries(
      Object.entries(facts.files).map(([name, file]) => [normalize(name), normalize(file)]),
    ),
  };
}

const timesOfSamples = ['latencyMs', 'connectMs', 'idleMs'] as const;

function lostTimes(ours: readonly SampleFacts[], apache: readonly SampleFacts[]): string[] {
  return ours.flatMap((our, index) => {
    const their = apache[index];
    return their === undefined
      ? []
      : [
          ...timesOfSamples
            .filter((time) => our[time] === 0 && their[time] > 0)
            .map((time) => `${time} of ${our.label}`),
          ...lostTimes(our.children, their.children),
        ];
  });
}

/** In the order of each thread, threads by name; transactions without samples name none, and may be anybody's. */
const byThread = (samples: readonly SampleFacts[]) =>
  samples.toSorted(
    (left, right) =>
      compare(left.thread, right.thread) || (left.thread === '' ? compare(lookOf(left), lookOf(right)) : 0),
  );

const lookOf = ({ label, variables }: SampleFacts) => JSON.stringify([label, variables]);

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
