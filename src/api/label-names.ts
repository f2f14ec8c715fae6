import type { RunViews } from '../runs/run-views.ts';
import type { VisibleRun } from './visible-run.ts';
import { shownLabels, withoutHosts } from './without-hosts.ts';

/** How whoever asks reads labels, and what they mean when they name one. */
export interface LabelNames {
  nameOf(label: string): string;
  /** The label that was shown so; undefined if whoever asks cannot know of it. */
  labelOf(name: string): string | undefined;
}

const ownNames: LabelNames = {
  nameOf: (label) => label,
  labelOf: (name) => name,
};

/** People of the account read all as it is, others without hosts. */
export async function labelNamesFor(
  views: Pick<RunViews, 'labelNames'>,
  { view, isMember }: VisibleRun,
): Promise<LabelNames> {
  return isMember ? ownNames : publicNames(await views.labelNames(view));
}

export function publicNames(labels: readonly string[]): LabelNames {
  const shown = shownLabels(labels);
  const labelsByName = new Map(shown.entries().map(([label, name]) => [name, label]));
  return {
    // A label may be so new that it was not among all of them.
    nameOf: (label) => shown.get(label) ?? withoutHosts(label),
    labelOf: (name) => labelsByName.get(name) ?? (withoutHosts(name) === name ? name : undefined),
  };
}
