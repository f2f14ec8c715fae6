/** What a plan holds, for a person who is about to run it. */
export interface PlanDescription {
  threadGroups: DescribedGroup[];
  /** Names under which samples will appear, as far as they can be known. */
  labels: string[];
  variables: { name: string; value: string }[];
  /** Values that the plan takes from outside. */
  parameters: { name: string; default: string | null }[];
  dataFiles: DescribedDataFile[];
  plugins: DescribedPlugin[];
}

/** Numbers as the plan has them, which may be expressions. */
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
  /** As the plan names it. */
  path: string;
  use: 'csv' | 'include' | 'upload' | 'other';
  /** Where it is used. */
  element: string;
  state: 'there' | 'elsewhere' | 'missing' | 'unknown';
  /** The uploaded file that stands for it. */
  file: string | null;
}

/** Something of other people's that the plan's elements come from. */
export interface DescribedPlugin {
  name: string;
  classes: string[];
  /** unknown: it may be in one of the uploaded .jar files. */
  state: 'there' | 'missing' | 'unknown';
}

export function emptyDescription(): PlanDescription {
  return { threadGroups: [], labels: [], variables: [], parameters: [], dataFiles: [], plugins: [] };
}
