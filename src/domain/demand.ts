/** Where the nodes of `demand` grids run. */
export interface DemandPlace {
  provider: 'local' | 'kubernetes' | 'aws' | 'azure';
  /** A Kubernetes context, an AWS account or an Azure subscription, used with the identity of the service; null for `local`. */
  target: string | null;
}

export interface DemandRow {
  /** `*`: all regions without a row of their own. */
  region: string;
  place: DemandPlace;
}

/** One row for each region; the service rejects `demand` grids in other regions. */
export type DemandTable = readonly DemandRow[];

const anyRegion = '*';

const targets = {
  kubernetes: 'kubernetes:<context>',
  aws: 'aws:<account>',
  azure: 'azure:<subscription>',
} as const;

/** Reads `eu-west-1=kubernetes:prod, *=local`. Throws an Error that names the invalid row. */
export function parseDemand(text: string): DemandTable {
  const rows = text
    .split(/[\s,]+/)
    .filter((row) => row !== '')
    .map(parseRow);
  const seen = new Set<string>();
  for (const { region } of rows) {
    if (seen.has(region)) throw new Error(`must have one row for each region; ${region} has two`);
    seen.add(region);
  }
  return rows;
}

/** Undefined if the table has no row for the region. */
export function demandPlaceOf(table: DemandTable, region: string): DemandPlace | undefined {
  const row =
    table.find((candidate) => candidate.region === region) ??
    table.find((candidate) => candidate.region === anyRegion);
  return row?.place;
}

/** Contexts, accounts or subscriptions of a provider that the table names. */
export function demandTargets(table: DemandTable, provider: DemandPlace['provider']): string[] {
  return [
    ...new Set(table.flatMap(({ place }) => (place.provider === provider ? (place.target ?? []) : []))),
  ];
}

function parseRow(row: string): DemandRow {
  const [, region, provider, target] = /^([^=]+)=([a-z]+)(?::(.+))?$/.exec(row) ?? [];
  if (region !== undefined && provider === 'local' && target === undefined)
    return { region, place: { provider, target: null } };
  if (region !== undefined && isCloud(provider) && target !== undefined) {
    requireFormat(provider, target);
    return { region, place: { provider, target } };
  }
  const forms = ['local', ...Object.values(targets)].map((form) => `<region>=${form}`);
  throw new Error(
    `must be rows such as eu-west-1=kubernetes:prod,*=local; "${row}" is none of ${forms.join(', ')}`,
  );
}

const formats: Partial<Record<keyof typeof targets, { pattern: RegExp; what: string }>> = {
  aws: { pattern: /^\d{12}$/, what: 'the 12 digits of an AWS account' },
  azure: {
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    what: 'the GUID of an Azure subscription',
  },
};

/** Accounts and subscriptions look different from the ids of credentials. */
function requireFormat(provider: keyof typeof targets, target: string): void {
  const format = formats[provider];
  if (format && !format.pattern.test(target))
    throw new Error(`must have ${format.what} after ${provider}:, not "${target}"`);
}

function isCloud(provider: string | undefined): provider is keyof typeof targets {
  return provider !== undefined && Object.hasOwn(targets, provider);
}
