import { shownLabels, withoutHosts } from '../domain/without-hosts.ts';
import type { RunViews } from './run-views.ts';
import type { RunView } from './runs.ts';

/** Maps labels to the names that the caller may see, and back. */
export interface LabelNames {
  /** Whether the caller may see hosts, in labels and in other texts. */
  areExact: boolean;
  nameOf(label: string): string;
  /** The label with this shown name; undefined if the caller may not know it. */
  labelOf(name: string): string | undefined;
}

const ownNames: LabelNames = {
  areExact: true,
  nameOf: (label) => label,
  labelOf: (name) => name,
};

/** Users of the account see labels unchanged, others without hosts. */
export async function labelNamesFor(
  views: Pick<RunViews, 'labelNames'>,
  { view, isMember }: { view: RunView; isMember: boolean },
): Promise<LabelNames> {
  return isMember ? ownNames : publicNames(await views.labelNames(view));
}

export function publicNames(labels: readonly string[]): LabelNames {
  const shown = shownLabels(labels);
  const labelsByName = new Map(shown.entries().map(([label, name]) => [name, label]));
  return {
    areExact: false,
    // A new label may be missing in the list.
    nameOf: (label) => shown.get(label) ?? withoutHosts(label),
    labelOf: (name) => labelsByName.get(name) ?? (withoutHosts(name) === name ? name : undefined),
  };
}
