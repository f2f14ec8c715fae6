export type GridStatus = 'queued' | 'starting' | 'started' | 'stopped' | 'invoiced';
export type Infrastructure = 'demand' | 'hosted' | 'shared';

/** Minutes a grid may live, at most. */
export const maxStopAfterMin = 2880;

/** The optional cloud fields of a grid, checked and kept as the caller wrote them, by their wire names. */
export type CloudFields = Partial<
  Record<
    | 'aws_platform'
    | 'aws_tags'
    | 'aws_availability_zone'
    | 'aws_spot_price'
    | 'azure_tenant_id'
    | 'aws_arn'
    | 'aws_vpc_identifier'
    | 'aws_vpc_subnet_public'
    | 'aws_vpc_subnet_private'
    | 'aws_vpc_security_groups',
    string
  >
>;

/** What somebody asks for when a grid is to be made. */
export interface GridSpec {
  region: string;
  infrastructure: 'demand' | 'hosted';
  instanceQuantity: number;
  instanceType: string;
  stopAfterMin: number;
  credentialId: number | null;
  cloud: CloudFields;
}

export interface Grid extends Omit<GridSpec, 'infrastructure'> {
  id: string;
  number: number;
  /** Shared by a run and the grids made with it; a grid made alone has its own id here. */
  batchId: string;
  accountId: number;
  name: string;
  infrastructure: Infrastructure;
  status: GridStatus;
  createdAt: Date;
  startedAt: Date | null;
  /** When stop_after is over; null for the shared grid. */
  endsAt: Date | null;
  stoppedAt: Date | null;
}

const origins: Record<string, string> = {
  'us-east-1': 'US East (Virginia)',
  'us-east-2': 'US East (Ohio)',
  'us-west-1': 'US West (California)',
  'us-west-2': 'US West (Oregon)',
  'ca-central-1': 'Canada (Central)',
  'sa-east-1': 'South America (Sao Paulo)',
  'eu-west-1': 'Europe (Ireland)',
  'eu-west-2': 'Europe (London)',
  'eu-west-3': 'Europe (Paris)',
  'eu-central-1': 'Europe (Frankfurt)',
  'ap-south-1': 'Asia Pacific (Mumbai)',
  'ap-southeast-1': 'Asia Pacific (Singapore)',
  'ap-southeast-2': 'Australia (Sydney)',
  'ap-northeast-1': 'Asia Pacific (Tokyo)',
  'ap-northeast-2': 'Asia Pacific (Seoul)',
};

/** The place a person would name for a region; an unknown region is its own name. */
export function originOfRegion(region: string): string {
  return origins[region] ?? region;
}
