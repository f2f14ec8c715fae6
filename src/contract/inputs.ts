import type { ChannelResource } from './resources/notification.ts';
import type { ConversionSource } from './resources/plan-conversion.ts';
import type { Times } from './resources/report.ts';
import type { VerdictResource } from './resources/verdict.ts';
import type { NumberSettingName, SettingsInput } from './run-settings.ts';
import type { RunSort } from './run-sorts.ts';
import type { SizeLimit } from './test-size.ts';

/** Input of a new grid; names as in the API. */
export interface NewGridInput {
  region: string;
  infrastructure: 'demand' | 'hosted';
  /** Minutes. */
  stop_after: number;
  instance_quantity?: number;
  instance_type?: string;
  credential_id?: number;
  aws_platform?: 'ec2_default_vpc' | 'ec2_classic';
  aws_tags?: string;
  aws_availability_zone?: string;
  aws_spot_price?: string;
  azure_tenant_id?: string;
  azure_tags?: string;
  azure_spot_price?: string;
  azure_subnet_id?: string;
  aws_arn?: string;
  aws_vpc_identifier?: string;
  aws_vpc_subnet_public?: string;
  aws_vpc_subnet_private?: string;
  aws_vpc_security_groups?: string;
}

export interface NewRunInput extends SettingsInput {
  tool: string;
  files: { name: string; content: Blob }[];
  /** Default: the shared grid. */
  grids?: (NewGridInput | { uuid: string })[];
  name?: string;
  notes?: string;
  project?: string;
  tag_list?: string[];
  privacy?: 'public' | 'private';
  /** Engine of a JMeter plan. */
  engine?: 'auto' | 'spate' | 'apache';
  webhook?: boolean;
  /** US dollars; the run is rejected if its estimated cost is higher or unknown. */
  max_cost?: string;
  /** Thresholds: the run fails if a condition holds, such as `p95 > 800ms`. */
  fail_if?: string[];
  abort_if?: string[];
  /** `name=value`, stored encrypted and masked wherever it would be shown. */
  secrets?: string[];
  /** Name of the test. */
  test?: string;
}

/** What the cost of a run depends on. */
export type EstimateInput = Pick<NewRunInput, 'grids' | 'duration'>;

/** Absent fields stay unchanged; an empty string removes the value. */
export interface RunDetailsInput {
  name?: string;
  notes?: string;
  tag_list?: string[];
}

/** Changes of a run of a test; absent fields are those of the test, an empty string removes the value. */
export interface RunChangesInput
  extends Omit<
      NewRunInput,
      'tool' | 'files' | 'project' | 'test' | 'webhook' | 'max_cost' | NumberSettingName
    >,
    Partial<Record<NumberSettingName, number | ''>> {
  /** `name=value`: values of single parameters of the plan. */
  parameters?: string[];
  /** Total number of nodes, in grids like those of the test. */
  nodes?: number;
  /** Name of another test that the run belongs to. */
  test?: string;
  /** Whether to save these settings in the test. */
  save?: boolean;
}

/** Absent fields stay unchanged. */
export interface TestChangesInput {
  name?: string;
  /** Run whose files and settings the test uses. */
  run?: string;
  /** Run that later runs are compared with; an empty string removes it. */
  baseline?: string;
  /** Virtual users that one node carries, what limits them, and the run that measured it. */
  users_per_node?: number;
  limit?: SizeLimit;
  sized_by?: string;
}

export interface BudgetInput {
  /** US dollars. */
  monthly: string;
  /** Stop grids when the budget is spent. */
  end_grids?: boolean;
}

export interface NewCredentialInput {
  provider: 'aws' | 'azure';
  description?: string;
  arn?: string;
  access_key_id?: string;
  tenant_id?: string;
  client_id?: string;
  subscription_id?: string;
  secret?: string;
  /** Minimum role of users who start grids with it. Default: member. */
  role?: 'owner' | 'member';
}

export type RoleInput = 'owner' | 'member' | 'viewer';
export type ScopeInput = 'read' | 'run' | 'grids' | 'admin' | 'metrics';

export interface NewTokenInput {
  name: string;
  /** Default: all scopes of the caller. */
  scopes?: ScopeInput[];
  /** Restricts the token to the project with this name. */
  project?: string;
  /** ISO 8601; null for no expiry. */
  expires_at?: string | null;
}

export interface NewApplicationInput {
  name: string;
  redirect_uris?: string[];
  /** Confidential client, with a secret. */
  confidential?: boolean;
  grant_types?: string[];
  scopes?: ScopeInput[];
}

export interface AuditFilterInput {
  before?: string;
  limit?: number;
  /** User id. */
  user?: string;
  /** Prefix of the action, such as `POST /runs`. */
  action?: string;
}

export interface SeriesInput {
  resolution?: 1 | 15 | 300;
  /** Seconds since 1970. */
  from?: number;
  to?: number;
  grid_id?: string;
  label?: string;
  times?: Times;
}

/** Seconds since the start of the run, or since 1970. Default: the whole run. */
export interface RangeInput {
  from?: number;
  to?: number;
  /** Samples for response times. Default: passed. */
  times?: Times;
}

export interface LabelsInput extends RangeInput {
  /** Exact label. */
  label?: string;
  /** Text contained in the label. */
  search?: string;
  /** Sort key such as `label`, `p95`, `error_rate`, `samples`; a leading `-` sorts descending. */
  sort?: string;
  page?: number;
  page_size?: number;
}

export interface RunFilterInput {
  page?: number;
  /** Text in name, notes, tags or id. */
  search?: string;
  tag?: string;
  project?: string;
  tool?: string;
  /** Default: newest first. */
  sort?: RunSort | undefined;
  /** Id of a test. */
  test?: string;
  /** Status, or verdict of a finished run. */
  state?: 'finished' | VerdictResource['word'];
  /** Samples for response times. Default: passed. */
  times?: Times;
}

export interface InspectionInput extends SettingsInput {
  tool?: string;
  files: { name: string; content: Blob }[];
}

export function formOfInspection({ files, ...fields }: InspectionInput): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(`run[${key}]`, String(value));
  }
  for (const { name, content } of files) form.append('run_files[]', content, name);
  return form;
}

/** A document to convert to a plan: a text or a file. */
export interface ConversionInput {
  text?: string;
  /** Fetched by the service. */
  url?: string;
  file?: { name: string; content: Blob };
  source?: ConversionSource;
  name?: string;
  keep_secrets?: boolean;
  base_url?: string;
  correlate?: boolean;
  hosts?: string[];
  assets?: boolean;
}

export function formOfConversion({ file, ...fields }: ConversionInput): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(`plan[${key}]`, String(value));
  }
  if (file) form.append('run_files[]', file.content, file.name);
  return form;
}

/** A run as the multipart form of POST /runs. */
export function formOfRun(input: NewRunInput): FormData {
  const {
    files,
    grids = [],
    tag_list: tags,
    fail_if: failIf = [],
    abort_if: abortIf = [],
    secrets = [],
    ...fields
  } = input;
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(`run[${key}]`, String(value));
  }
  if (tags && tags.length > 0) form.append('run[tag_list]', tags.join(','));
  for (const expression of failIf) form.append('run[fail_if][]', expression);
  for (const rule of abortIf) form.append('run[abort_if][]', rule);
  for (const secret of secrets) form.append('run[secrets][]', secret);
  for (const [index, grid] of grids.entries()) {
    for (const [key, value] of Object.entries(grid)) {
      if (value !== undefined) form.append(`run[grids][${index}][${key}]`, String(value));
    }
  }
  for (const { name, content } of files) form.append('run_files[]', content, name);
  return form;
}

export type NotificationEventName = ChannelResource['events'][number];

/** A channel that receives notifications about runs of a project. */
export interface NewNotificationInput {
  kind: ChannelResource['kind'];
  /** URL, or e-mail address. */
  address: string;
  /** Default: the project Default. */
  project?: string | undefined;
  /** Default: failed, worse, cannot_start. */
  events?: NotificationEventName[] | undefined;
}

export interface NewAnnotationInput {
  text: string;
  /** Default: note. */
  kind?: 'note' | 'deploy' | undefined;
  /** ISO 8601; default: now. */
  at?: string | undefined;
}
