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
  /** As the client sent it; where the nodes really are is what their provider says. */
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
  /** What starts its machines. */
  provider: string;
  status: GridStatus;
  createdAt: Date;
  startedAt: Date | null;
  /** When stop_after is over; null for the shared grid. */
  endsAt: Date | null;
  stoppedAt: Date | null;
}
