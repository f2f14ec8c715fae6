import type { Money } from '../lib/money.ts';

export type GridStatus = 'queued' | 'starting' | 'started' | 'stopped' | 'invoiced';
export type Infrastructure = 'demand' | 'hosted' | 'shared';

/** Maximum of stop_after. */
export const maxStopAfterMin = 2880;

/** Optional cloud fields of a grid, validated and stored as sent, by their API names. */
export type CloudFields = Partial<
  Record<
    | 'aws_platform'
    | 'aws_tags'
    | 'aws_availability_zone'
    | 'aws_spot_price'
    | 'azure_tenant_id'
    | 'azure_tags'
    | 'azure_spot_price'
    | 'azure_subnet_id'
    | 'aws_arn'
    | 'aws_vpc_identifier'
    | 'aws_vpc_subnet_public'
    | 'aws_vpc_subnet_private'
    | 'aws_vpc_security_groups',
    string
  >
>;

/** Request for a new grid. */
export interface GridSpec {
  /** As sent by the client; the provider determines the actual location. */
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
  /** Common id of a run and the grids created with it; the grid's own id otherwise. */
  batchId: string;
  accountId: number;
  name: string;
  infrastructure: Infrastructure;
  /** Name of the provider that starts the machines. */
  provider: string;
  /** Where it starts them: a Kubernetes context or the id of a cloud credential; null if the provider has one place only. */
  target: string | null;
  /** Of one node, fixed when the grid is created; null: unknown. */
  pricePerHour: Money | null;
  /** Why machines do not start or end, one sentence each. */
  problems: string[];
  status: GridStatus;
  createdAt: Date;
  startedAt: Date | null;
  /** End by stop_after; null for the shared grid. */
  endsAt: Date | null;
  stoppedAt: Date | null;
  /** Completes "Grid <name> …"; null until it stops. */
  stopReason: string | null;
}
