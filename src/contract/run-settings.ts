/**
 * The settings of a run, each described once: name in the API, property in the service, and labels. Request, resource,
 * database column, execution spec, form, flags of the CLI and the comparison of two runs are derived from here.
 */

interface NumberSetting {
  /** Property of a run; the database column has the same name in snake case. */
  property: string;
  kind: 'count' | 'seconds';
}

/** By name in the API, in its order. */
export const numberSettings = {
  threads: { property: 'threads', kind: 'count' },
  rampup: { property: 'rampupS', kind: 'seconds' },
  duration: { property: 'durationS', kind: 'seconds' },
  min_nodes: { property: 'minNodes', kind: 'count' },
} as const satisfies Record<string, NumberSetting>;

interface TextSetting {
  property: string;
  maxLength: number;
}

/** By name in the API, in its order. */
export const textSettings = {
  override_hosts: { property: 'overrideHosts', maxLength: 100_000 },
  override_parameters: { property: 'overrideParameters', maxLength: 100_000 },
  data_files: { property: 'dataFiles', maxLength: 10_000 },
  traceparent: { property: 'traceparent', maxLength: 20 },
} as const satisfies Record<string, TextSetting>;

export type NumberSettingName = keyof typeof numberSettings;
export type TextSettingName = keyof typeof textSettings;
export type SettingName = NumberSettingName | TextSettingName;

export const runSettings = { ...numberSettings, ...textSettings };

/** Settings by name in the API, in its units; absent: the plan's value applies. */
export type SettingsInput = { [Name in NumberSettingName]?: number } & { [Name in TextSettingName]?: string };

export interface SettingLabels {
  /** Label in the form. */
  label: string;
  hint: string;
  /** Name in the differences of two runs; describes a count in the API reference. */
  title: string;
  /** The allowed values with their labels in the form, the empty one for none; absent: any text. */
  choices?: Readonly<Record<string, string>>;
  /** Flag of `spate run`; absent if the CLI assembles the value from flags of its own. */
  flag?: SettingFlag;
}

export interface SettingFlag {
  name: string;
  /** Placeholder of the value in the help. */
  value: string;
  short?: string;
  isRepeatable?: true;
  sentence: string;
}

/** In the order of form and help. */
export const numberLabels: Record<NumberSettingName, SettingLabels> = {
  threads: {
    label: 'Virtual users',
    hint: 'Threads per node',
    title: 'Virtual users per node',
    flag: {
      name: 'threads',
      value: 'n',
      short: 't',
      sentence: 'Virtual users per node. A JMeter plan must read it: ${__P(threads)}.',
    },
  },
  rampup: {
    label: 'Ramp-up',
    hint: 'Seconds',
    title: 'Ramp-up',
    flag: { name: 'rampup', value: 'time', short: 'r', sentence: 'Ramp-up time, such as 30s.' },
  },
  duration: {
    label: 'Duration',
    hint: 'Seconds',
    title: 'Duration',
    flag: { name: 'duration', value: 'time', short: 'd', sentence: 'Duration of the load: 90s, 5m, 1h30m.' },
  },
  min_nodes: {
    label: 'Minimum nodes',
    hint: 'Default: all nodes',
    title: 'Nodes required to start; default: all',
    flag: {
      name: 'min-nodes',
      value: 'n',
      sentence: 'Start with this many nodes when the others are not ready in time. Default: all.',
    },
  },
};

/** In the order of form and help. */
export const textLabels: Record<TextSettingName, SettingLabels> = {
  override_parameters: {
    label: 'Parameter overrides',
    hint: 'For example -Jtarget_host=test.example -Xmx2g',
    title: 'Parameters',
  },
  override_hosts: {
    label: 'Host overrides',
    hint: 'Address of a host name on the nodes, for example shop.example/10.0.0.7',
    title: 'Host overrides',
    flag: {
      name: 'hosts',
      value: 'host/ip',
      isRepeatable: true,
      sentence: 'Host override on the nodes: shop.example/10.0.0.7 or shop.example=10.0.0.7.',
    },
  },
  data_files: {
    label: 'Data files',
    hint: 'users.csv=split: each node gets its own rows. users.csv=lease: each row is used once on all nodes. Default: each node gets the whole file',
    title: 'Data files',
    flag: {
      name: 'data',
      value: 'file=mode',
      isRepeatable: true,
      sentence:
        'Rows of a data file: users.csv=split gives each node its own rows, users.csv=lease uses each row once on all nodes, users.csv=copy (the default) gives each node all of them.',
    },
  },
  traceparent: {
    label: 'Trace header',
    hint: "W3C traceparent, a new trace for each request; Spate's engine only",
    title: 'Trace header (traceparent)',
    choices: { '': 'Not sent', sampled: 'Sent, sampled', unsampled: 'Sent, not sampled' },
    flag: {
      name: 'traceparent',
      value: 'sampled|unsampled',
      sentence:
        "Add a W3C traceparent header to each request; sampled asks the target to record the trace. Spate's engine only.",
    },
  },
};

const spareMin = 15;
const unknownDurationMin = 60;

/** Default lifetime of nodes started for a run: ramp-up and duration plus 15 min; 60 min if the duration is unknown. */
export function defaultStopAfterMin(
  durationS: number | null | undefined,
  rampupS?: number | null | undefined,
): number {
  return durationS ? Math.ceil((durationS + (rampupS ?? 0)) / 60) + spareMin : unknownDurationMin;
}
