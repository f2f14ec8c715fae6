/** The share of a folder's JMeter plans that Spate's own engine runs, and the obstacles of the others. */
import { relative } from 'node:path';
import { absentJar, type JudgedPlan, judgeFolder, nothingToRun } from './plans/judge-folder.ts';
import { rankReasons } from './plans/rank-reasons.ts';
import { printTable } from './support/table.ts';

const folder = process.env.BENCH_PLANS ?? '';
const maxPlansEach = Number(process.env.BENCH_PLANS_EACH ?? 15);
const shown = Number(process.env.BENCH_REASONS ?? 40);

if (folder === '') {
  console.log('Set BENCH_PLANS to a folder with .jmx files. Its folders count as projects.');
} else {
  const plans = await judgeFolder(folder, maxPlansEach);
  printShare(plans);
  printSkipped(plans);
}

function printShare(plans: readonly JudgedPlan[]): void {
  const judged = plans.flatMap(({ reasons }) => (reasons ? [reasons] : []));
  const projects = new Set(plans.filter(({ reasons }) => reasons).map(({ project }) => project));
  const ours = judged.filter(({ size }) => size === 0).length;
  const share = (count: number) => `${((100 * count) / Math.max(1, judged.length)).toFixed(1)} %`;
  console.log(
    `${judged.length} plans of ${projects.size} projects (at most ${maxPlansEach} each): ${ours} run on Spate's own engine (${share(ours)}).`,
  );
  const ranked = rankReasons(judged);
  printTable(
    `Reasons against it, in the order that brings the most (${Math.min(shown, ranked.length)} of ${ranked.length})`,
    ['share with it', 'plans', 'alone', 'reason'],
    ranked
      .slice(0, shown)
      .map(({ reason, plans: count, alone, freed }) => [share(ours + freed), count, alone, reason]),
  );
}

function printSkipped(plans: readonly JudgedPlan[]): void {
  const skipped = plans.filter(({ reasons }) => reasons === undefined);
  const count = (wanted: string) => skipped.filter(({ skipped: reason }) => reason === wanted).length;
  const broken = skipped.filter(({ skipped: reason }) => reason !== nothingToRun && reason !== absentJar);
  console.log(
    `\nNot counted: ${count(nothingToRun)} without an enabled thread group, ${count(absentJar)} without an obstacle but with a Java Request of a jar that is not there, ${broken.length} that cannot be read:`,
  );
  for (const { path, skipped: reason } of broken) console.log(`- ${relative(folder, path)}: ${reason}`);
}
