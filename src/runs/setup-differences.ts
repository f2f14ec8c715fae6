import { entriesOf } from '../contract/records.ts';
import { numberLabels, numberSettings, textLabels, textSettings } from '../contract/run-settings.ts';
import { nodesText } from '../domain/grid-place.ts';
import { whole } from '../lib/figures.ts';
import { span } from '../lib/moments.ts';
import type { Report } from '../metrics/report.ts';
import type { RunView } from './runs.ts';

interface ComparedRun {
  view: RunView;
  report: Pick<Report, 'maxConcurrency'>;
}

/** Maximum concurrency varies slightly between runs of the same plan. */
const usersTolerance = 0.1;

/** Differences in the setup of two runs, one sentence each. */
export function setupDifferences(baseline: ComparedRun, other: ComparedRun): string[] {
  const [before, now] = [baseline.view.run, other.view.run];
  const differing = <T>(name: string, one: T, two: T, show: (value: T) => string) =>
    one === two ? [] : [`${name}: ${show(two)}, baseline ${show(one)}.`];
  const setting = (show: (value: number) => string) => (value: number | null) =>
    value === null ? 'not set' : show(value);
  return [
    ...differing('Tool', before.tool, now.tool, String),
    ...differing('Engine', before.engine, now.engine, (engine) => engine ?? 'none'),
    ...plansText(baseline.view, other.view),
    ...entriesOf(textLabels).flatMap(([name, { title }]) => {
      const { property } = textSettings[name];
      return differing(title, before[property], now[property], (text) => text ?? 'none');
    }),
    ...differing(
      'Secrets',
      before.secretNames.join(', '),
      now.secretNames.join(', '),
      (names) => names || 'none',
    ),
    ...entriesOf(numberLabels).flatMap(([name, { title }]) => {
      const { property, kind } = numberSettings[name];
      const show = setting(kind === 'seconds' ? span : whole);
      const found = differing(title, before[property], now[property], show);
      return name === 'threads' ? [...found, ...usersText(baseline, other)] : found;
    }),
    ...differing(
      'Nodes',
      nodesText(baseline.view.grids),
      nodesText(other.view.grids),
      (text) => text || 'none',
    ),
  ];
}

/** Compares the content of equally named files. */
function plansText(baseline: RunView, other: RunView): string[] {
  const [before, now] = [baseline, other].map(
    ({ files }) => new Map(files.map(({ name, sha256 }) => [name, sha256])),
  );
  if (!before || !now) return [];
  const names = [...new Set([...before.keys(), ...now.keys()])];
  const changed = names.filter((name) => before.get(name) !== now.get(name));
  return changed.length === 0 ? [] : [`Different plans or data files: ${changed.sort().join(', ')}.`];
}

/** Covers plans that define their own number of virtual users. */
function usersText(baseline: ComparedRun, other: ComparedRun): string[] {
  const [before, now] = [baseline.report.maxConcurrency, other.report.maxConcurrency];
  const isAlike = Math.abs(now - before) <= usersTolerance * Math.max(before, now);
  return isAlike ? [] : [`Virtual users at most: ${whole(now)}, baseline ${whole(before)}.`];
}
