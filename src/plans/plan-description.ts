/** Contents of a plan, for the user who is about to run it. */
export interface PlanDescription {
  threadGroups: DescribedGroup[];
  /** Expected sample labels, as far as known before the run. */
  labels: string[];
  variables: { name: string; value: string }[];
  /** Parameters that the plan reads. */
  parameters: { name: string; default: string | null }[];
  dataFiles: DescribedDataFile[];
  plugins: DescribedPlugin[];
}

/** Numbers as in the plan, which may be expressions. */
export interface DescribedGroup {
  name: string;
  kind: string;
  isEnabled: boolean;
  threads: string | null;
  rampup: string | null;
  duration: string | null;
  loops: string | null;
}

export interface DescribedDataFile {
  /** As written in the plan. */
  path: string;
  use: 'csv' | 'include' | 'upload' | 'other';
  /** The element that uses it. */
  element: string;
  state: 'there' | 'elsewhere' | 'missing' | 'unknown';
  /** The matching uploaded file. */
  file: string | null;
}

/** A plugin that elements of the plan belong to. */
export interface DescribedPlugin {
  name: string;
  classes: string[];
  /** unknown: it may be in an uploaded .jar file. */
  state: 'there' | 'missing' | 'unknown';
}

export function emptyDescription(): PlanDescription {
  return { threadGroups: [], labels: [], variables: [], parameters: [], dataFiles: [], plugins: [] };
}
