/** Runs the plans of a folder in Spate's own engine and in Apache JMeter, and compares all of their results. */
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LazyOracle } from '../src/engine/testing/lazy-oracle.ts';
import { scriptJvmCommand } from '../src/engine/testing/script-jvm-command.ts';
import { Target } from '../src/engine/testing/target.ts';
import { type ComparedPlan, comparePlan, type Engines } from './both-engines/compare-plan.ts';
import { isIsolated, requireLoopbackOnly, runIsolated } from './both-engines/isolate.ts';
import { answerAsSite } from './both-engines/site-answers.ts';
import { type JudgedPlan, judgeFolder } from './plans/judge-folder.ts';
import { printTable } from './support/table.ts';

const folder = process.env.BENCH_PLANS ?? '';
const maxPlansEach = Number(process.env.BENCH_PLANS_EACH ?? 15);
const named = process.env.BENCH_PLANS_NAMED ?? '';
const users = Number(process.env.BENCH_USERS ?? 1);
const shownDetails = 6;

if (folder === '') {
  console.log('Set BENCH_PLANS to a folder with .jmx files. Its folders count as projects.');
} else if (isIsolated()) {
  requireLoopbackOnly();
  await compareFolder();
} else {
  // The toolchain may have to be downloaded.
  await using oracle = new LazyOracle();
  await oracle.get();
  process.exitCode = runIsolated(fileURLToPath(import.meta.url));
}

async function compareFolder(): Promise<void> {
  const judged = await judgeFolder(folder, maxPlansEach);
  const paths = judged.map(({ path }) => path);
  const ours = inTurns(judged.filter(({ reasons }) => reasons?.size === 0));
  await using oracle = new LazyOracle();
  await using target = await Target.start(answerAsSite);
  const engines: Engines = { oracle: await oracle.get(), target, jvmCommand: await scriptJvmCommand() };
  const compared: { plan: JudgedPlan; result: ComparedPlan }[] = [];
  for (const plan of ours.filter(({ path }) => path.includes(named))) {
    const beside = paths.filter((each) => each !== plan.path && dirname(each) === dirname(plan.path));
    const result = await comparePlan(engines, plan.path, beside, users);
    compared.push({ plan, result });
    printPlan(plan, result);
  }
  printSummary(compared);
  if (compared.some(({ result }) => result.verdict === 'different')) process.exitCode = 1;
}

/** Round-robin over the projects: the first plan of each, then the second, and so on. */
function inTurns(plans: readonly JudgedPlan[]): JudgedPlan[] {
  const counts = new Map<string, number>();
  const turns = plans.map((plan) => {
    const turn = counts.get(plan.project) ?? 0;
    counts.set(plan.project, turn + 1);
    return { plan, turn };
  });
  return turns.toSorted((left, right) => left.turn - right.turn).map(({ plan }) => plan);
}

function printPlan({ path }: JudgedPlan, { verdict, samples, details }: ComparedPlan): void {
  console.log(`${verdict}, ${samples} samples: ${relative(folder, path)}`);
  for (const detail of details.slice(0, shownDetails)) console.log(`  - ${detail}`);
  if (details.length > shownDetails) console.log(`  - and ${details.length - shownDetails} more`);
}

function printSummary(compared: readonly { plan: JudgedPlan; result: ComparedPlan }[]): void {
  const verdicts = ['same', 'different', 'refused', 'not compared'] as const;
  printTable(
    `Plans in both engines, with ${users} virtual user(s) per thread group`,
    ['verdict', 'plans', 'projects', 'samples'],
    verdicts.map((verdict) => {
      const found = compared.filter(({ result }) => result.verdict === verdict);
      const projects = new Set(found.map(({ plan }) => plan.project));
      const samples = found.reduce((sum, { result }) => sum + result.samples, 0);
      return [verdict, found.length, projects.size, samples];
    }),
  );
}
