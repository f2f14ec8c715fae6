import { part, query } from './addresses.ts';
import type { CallOptions } from './call-options.ts';
import { ContractError, errorOfResponse } from './contract-error.ts';
import {
  type BudgetInput,
  type ConversionInput,
  type EstimateInput,
  formOfConversion,
  formOfInspection,
  formOfRun,
  type InspectionInput,
  type LabelsInput,
  type NewAnnotationInput,
  type NewCredentialInput,
  type NewGridInput,
  type NewNotificationInput,
  type NewRunInput,
  type NotificationEventName,
  type RangeInput,
  type RunChangesInput,
  type RunDetailsInput,
  type RunFilterInput,
  type SeriesInput,
  type TestChangesInput,
} from './inputs.ts';
import { createPeopleCalls } from './people-calls.ts';
import type {
  AccountResource,
  CredentialListResource,
  CredentialPolicyResource,
  CredentialResource,
  PriceListResource,
  ProjectListResource,
  UsageResource,
} from './resources/account.ts';
import type { AnnotationListResource, AnnotationResource } from './resources/annotation.ts';
import type { BudgetResource } from './resources/budget.ts';
import type { CalendarResource } from './resources/calendar.ts';
import type { ComparisonResource } from './resources/comparison.ts';
import type { DemoResource } from './resources/demo.ts';
import type { HealthResource } from './resources/error.ts';
import type { ErrorSampleListResource } from './resources/error-sample.ts';
import type { EstimateResource } from './resources/estimate.ts';
import type { GridListResource, GridResource } from './resources/grid.ts';
import type { InspectionResource } from './resources/inspection.ts';
import type {
  PlanDifferenceResource,
  TestListResource,
  TestParametersResource,
  TestResource,
} from './resources/load-test.ts';
import type { LogsResource } from './resources/log.ts';
import type { MetricExportListResource, MetricExportResource } from './resources/metric-export.ts';
import type {
  ChannelListResource,
  ChannelResource,
  DeliveryListResource,
  DeliveryResource,
  NewChannelResource,
} from './resources/notification.ts';
import type { PlanConversionResource } from './resources/plan-conversion.ts';
import type { ReportResource, SeriesResource, Times } from './resources/report.ts';
import type { ArchiveListResource, RunListResource, RunResource } from './resources/run.ts';
import type { SigningKeyResource } from './resources/run-import.ts';
import type { ScheduleListResource, ScheduleResource } from './resources/schedule.ts';
import type { TagListResource } from './resources/tag.ts';
import type {
  MetricSourceListResource,
  MetricSourceResource,
  TargetMetricsResource,
} from './resources/target-metrics.ts';
import type { TrendsResource } from './resources/trend.ts';
import type {
  ChartsResource,
  ErrorsResource,
  ExportResource,
  HeatmapResource,
  LabelsResource,
  RunViewResource,
} from './resources/view.ts';

export interface ClientOptions {
  /** URL of the service, such as https://localhost:8443; in the dashboard `${location.origin}/app/api`. */
  url: string;
  /** Not needed in the dashboard, which uses a session cookie. */
  token?: string;
  /** Custom fetch, for example one that trusts the service's own CA. */
  fetch?: typeof globalThis.fetch;
}

export type Client = ReturnType<typeof createClient>;

/** Typed client for browsers and Node.js. Every failure is a ContractError. */
export function createClient(options: ClientOptions) {
  const call = createCaller(options);
  const get = <T>(path: string, more?: CallOptions) => call.json<T>('GET', path, undefined, more);
  const post = <T>(path: string, body: FormData | object, more?: CallOptions) =>
    call.json<T>('POST', path, body, more);
  const patch = <T>(path: string, body: object | undefined, more?: CallOptions) =>
    call.json<T>('PATCH', path, body, more);
  const remove = (path: string, more?: CallOptions) => call.nothing('DELETE', path, undefined, more);
  const tell = (path: string, body: object, more?: CallOptions) => call.nothing('POST', path, body, more);

  return {
    health: (more?: CallOptions) => get<HealthResource>('/healthz', more),
    /** Opens any URL of the service, such as the href of a file or archive, for streaming. */
    open: (address: string, more?: CallOptions) => call.open(address, more),
    runs: {
      create: (input: NewRunInput, more?: CallOptions) => post<RunResource>('/runs', formOfRun(input), more),
      get: (id: string, more?: CallOptions) => get<RunResource>(`/runs/${part(id)}`, more),
      list: (input: number | RunFilterInput = 1, more?: CallOptions) =>
        get<RunListResource>(
          `/runs${query(typeof input === 'number' ? { page: input } : { ...input })}`,
          more,
        ),
      /** Metrics of finished runs over time, with the filters of the list. */
      trends: (input: Omit<RunFilterInput, 'page'> = {}, more?: CallOptions) =>
        get<TrendsResource>(`/trends${query({ ...input })}`, more),
      /** Tags in use, most used first. */
      tags: (more?: CallOptions) => get<TagListResource>('/tags', more),
      /** The first is the baseline. */
      compare: (ids: string[], input: RangeInput = {}, more?: CallOptions) =>
        get<ComparisonResource>(`/compare${query({ runs: ids, ...input })}`, more),
      /** Data of the run page; public runs need no token, also for the next five calls. */
      view: (id: string, input: RangeInput = {}, more?: CallOptions) =>
        get<RunViewResource>(`/runs/${part(id)}/view${query({ ...input })}`, more),
      labels: (id: string, input: LabelsInput = {}, more?: CallOptions) =>
        get<LabelsResource>(`/runs/${part(id)}/labels${query({ ...input })}`, more),
      charts: (id: string, input: RangeInput & { label?: string } = {}, more?: CallOptions) =>
        get<ChartsResource>(`/runs/${part(id)}/charts${query({ ...input })}`, more),
      errors: (id: string, input: RangeInput & { label?: string } = {}, more?: CallOptions) =>
        get<ErrorsResource>(`/runs/${part(id)}/errors${query({ ...input })}`, more),
      heatmap: (id: string, input: RangeInput & { label?: string } = {}, more?: CallOptions) =>
        get<HeatmapResource>(`/runs/${part(id)}/heatmap${query({ ...input })}`, more),
      /** Path of the server-sent events: `state`, `points`, `figures`, `view`, `finished` (resources/event.ts). */
      eventsPath: (
        id: string,
        input: RangeInput & { step?: 1 | 15 | 300; after?: string; label?: string; view?: boolean } = {},
      ) => `/runs/${part(id)}/events${query({ ...input })}`,
      /** The complete report as one document. */
      export: (id: string, more?: CallOptions) => get<ExportResource>(`/runs/${part(id)}/report.json`, more),
      /** The run as a signed file for other services. */
      runFile: (id: string, more?: CallOptions) => call.open(`/runs/${part(id)}/export`, more),
      /** Imports a run file; the run is read-only. */
      importFile: (
        { file, project }: { file: { name: string; content: Blob }; project?: string | undefined },
        more?: CallOptions,
      ) => {
        const form = new FormData();
        if (project !== undefined) form.append('run[project]', project);
        form.append('run_files[]', file.content, file.name);
        return post<RunResource>('/runs/import', form, more);
      },
      /** Inspects files without starting a run. */
      inspect: (input: InspectionInput, more?: CallOptions) =>
        post<InspectionResource>('/runs/inspect', formOfInspection(input), more),
      /** Estimates the cost without starting a run. */
      estimate: (input: EstimateInput, more?: CallOptions) =>
        post<EstimateResource>('/runs/estimate', { run: input }, more),
      /** Resolves when the run has finished. */
      stop: (id: string, more?: CallOptions) => get<RunResource>(`/runs/${part(id)}/stop`, more),
      /** Changes the load of a running run: users per node, pause and resume. */
      control: (id: string, control: { users?: number; paused?: boolean }, more?: CallOptions) =>
        post<RunResource>(`/runs/${part(id)}/control`, { control }, more),
      repeat: (id: string, where: { grid?: string; region?: string } = {}, more?: CallOptions) =>
        get<RunResource>(`/runs/${part(id)}/repeat${query(where)}`, more),
      remove: (id: string, more?: CallOptions) => remove(`/runs/${part(id)}`, more),
      /** Changes name, tags and notes. */
      change: (id: string, details: RunDetailsInput, more?: CallOptions) =>
        patch<RunResource>(`/runs/${part(id)}`, { run: details }, more),
      setPrivacy: (id: string, privacy: 'public' | 'private', more?: CallOptions) =>
        patch<RunResource>(`/runs/${part(id)}/set-${privacy}`, undefined, more),
      /** Requests and responses of failed samples. */
      errorSamples: (
        id: string,
        input: { label?: string; code?: string; message?: string } = {},
        more?: CallOptions,
      ) => get<ErrorSampleListResource>(`/runs/${part(id)}/error-samples${query(input)}`, more),
      /** Notes and deploy markers, by time. */
      annotations: (id: string, more?: CallOptions) =>
        get<AnnotationListResource>(`/runs/${part(id)}/annotations`, more),
      annotate: (id: string, annotation: NewAnnotationInput, more?: CallOptions) =>
        post<AnnotationResource>(`/runs/${part(id)}/annotations`, { annotation }, more),
      annotationsCsv: (id: string, more?: CallOptions) =>
        call.open(`/runs/${part(id)}/annotations.csv`, more),
      /** Metrics of the target from Prometheus. */
      targetMetrics: (id: string, more?: CallOptions) =>
        get<TargetMetricsResource>(`/runs/${part(id)}/target-metrics`, more),
      logs: (id: string, more?: CallOptions) => get<LogsResource>(`/runs/${part(id)}/logs`, more),
      /** Optionally with thresholds that replace those of the run. */
      report: (id: string, input: { fail_if?: string[]; times?: Times } = {}, more?: CallOptions) =>
        get<ReportResource>(`/runs/${part(id)}/report${query(input)}`, more),
      reportFile: (id: string, format: 'html' | 'pdf', input: { times?: Times } = {}, more?: CallOptions) =>
        call.open(`/runs/${part(id)}/report.${format}${query(input)}`, more),
      series: (id: string, input: SeriesInput = {}, more?: CallOptions) =>
        get<SeriesResource>(`/runs/${part(id)}/series${query({ ...input })}`, more),
      archives: (id: string, more?: CallOptions) =>
        get<ArchiveListResource>(`/runs/${part(id)}/archives`, more),
      /** The CSV as a streamable response. */
      results: (id: string, input: { grid_id?: string; format?: 'v2' | 'v3' } = {}, more?: CallOptions) =>
        call.open(`/runs/${part(id)}/result.csv${query(input)}`, more),
    },
    /** Saved plans with their settings; their runs form a history. */
    tests: {
      list: (input: { page?: number; search?: string; project?: string } = {}, more?: CallOptions) =>
        get<TestListResource>(`/tests${query({ ...input })}`, more),
      get: (id: string, more?: CallOptions) => get<TestResource>(`/tests/${part(id)}`, more),
      change: (id: string, test: TestChangesInput, more?: CallOptions) =>
        patch<TestResource>(`/tests/${part(id)}`, { test }, more),
      remove: (id: string, more?: CallOptions) => remove(`/tests/${part(id)}`, more),
      /** Parameters and data files of the plan, with their values. */
      parameters: (id: string, more?: CallOptions) =>
        get<TestParametersResource>(`/tests/${part(id)}/parameters`, more),
      /** Starts a run; absent fields are those of the test. */
      run: (id: string, run: RunChangesInput = {}, more?: CallOptions) =>
        post<RunResource>(`/tests/${part(id)}/runs`, { run }, more),
      diff: (id: string, versions: { from: number; to: number }, more?: CallOptions) =>
        get<PlanDifferenceResource>(`/tests/${part(id)}/diff${query(versions)}`, more),
    },
    /** Start runs of tests at given times. */
    schedules: {
      list: (input: { test?: string } = {}, more?: CallOptions) =>
        get<ScheduleListResource>(`/schedules${query({ ...input })}`, more),
      create: (testId: string, schedule: { cron: string; time_zone?: string }, more?: CallOptions) =>
        post<ScheduleResource>(`/tests/${part(testId)}/schedules`, { schedule }, more),
      change: (
        id: string,
        schedule: { cron?: string; time_zone?: string; on?: boolean },
        more?: CallOptions,
      ) => patch<ScheduleResource>(`/schedules/${part(id)}`, { schedule }, more),
      remove: (id: string, more?: CallOptions) => remove(`/schedules/${part(id)}`, more),
    },
    /** Messages about runs of a project, by webhook, Slack, Microsoft Teams or e-mail. */
    notifications: {
      list: (input: { project?: string } = {}, more?: CallOptions) =>
        get<ChannelListResource>(`/notifications${query({ ...input })}`, more),
      create: (notification: NewNotificationInput, more?: CallOptions) =>
        post<NewChannelResource>('/notifications', { notification }, more),
      change: (
        id: string,
        notification: { events?: NotificationEventName[]; on?: boolean },
        more?: CallOptions,
      ) => patch<ChannelResource>(`/notifications/${part(id)}`, { notification }, more),
      remove: (id: string, more?: CallOptions) => remove(`/notifications/${part(id)}`, more),
      deliveries: (id: string, more?: CallOptions) =>
        get<DeliveryListResource>(`/notifications/${part(id)}/deliveries`, more),
      /** Sends a test message once. */
      test: (id: string, more?: CallOptions) =>
        post<DeliveryResource>(`/notifications/${part(id)}/test`, {}, more),
    },
    /** Deploy markers and notes of projects; runs that are active at their time show them. */
    annotations: {
      list: (input: { project?: string } = {}, more?: CallOptions) =>
        get<AnnotationListResource>(`/annotations${query({ ...input })}`, more),
      create: (annotation: NewAnnotationInput & { project?: string | undefined }, more?: CallOptions) =>
        post<AnnotationResource>('/annotations', { annotation }, more),
      /** Also of runs. */
      remove: (id: string, more?: CallOptions) => remove(`/annotations/${part(id)}`, more),
    },
    /** Prometheus servers of projects, whose metrics are stored with runs. */
    targetMetrics: {
      list: (more?: CallOptions) => get<MetricSourceListResource>('/target-metrics', more),
      set: (
        target_metrics: {
          project?: string | undefined;
          address?: string | undefined;
          queries: readonly string[];
        },
        more?: CallOptions,
      ) => post<MetricSourceResource>('/target-metrics', { target_metrics }, more),
      /** Runs the queries for the last five minutes. */
      test: (id: string, more?: CallOptions) =>
        post<TargetMetricsResource>(`/target-metrics/${part(id)}/test`, {}, more),
      remove: (id: string, more?: CallOptions) => remove(`/target-metrics/${part(id)}`, more),
    },
    /** Where live figures of runs are sent. */
    metricExports: {
      list: (more?: CallOptions) => get<MetricExportListResource>('/metric-exports', more),
      create: (
        metric_export: { kind: MetricExportResource['kind']; address: string; project?: string | undefined },
        more?: CallOptions,
      ) => post<MetricExportResource>('/metric-exports', { metric_export }, more),
      remove: (id: string, more?: CallOptions) => remove(`/metric-exports/${part(id)}`, more),
    },
    /** Past and planned runs. Default: from a week ago to a week ahead. */
    calendar: (
      input: { from?: string; to?: string; project?: string | undefined } = {},
      more?: CallOptions,
    ) => get<CalendarResource>(`/calendar${query({ ...input })}`, more),
    /** Public key that signs run files of the service. */
    signingKey: (more?: CallOptions) => get<SigningKeyResource>('/signing-key', more),
    plans: {
      /** Converts URLs, a curl command or a document to a JMeter plan. Nothing is stored. */
      convert: (input: ConversionInput, more?: CallOptions) =>
        post<PlanConversionResource>('/plans/convert', formOfConversion(input), more),
    },
    /** The demo run of the service. */
    demo: {
      get: (more?: CallOptions) => get<DemoResource>('/demo', more),
      /** While a demo run is not finished, returns that run. */
      start: (more?: CallOptions) => post<RunResource>('/demo', {}, more),
    },
    grids: {
      create: (grid: NewGridInput, more?: CallOptions) => post<GridResource>('/grids', { grid }, more),
      get: (id: string, more?: CallOptions) => get<GridResource>(`/grids/${part(id)}`, more),
      list: (more?: CallOptions) => get<GridListResource>('/grids', more),
      terminate: (id: string, more?: CallOptions) =>
        call.json<GridResource>('DELETE', `/grids/${part(id)}`, undefined, more),
    },
    account: {
      get: (more?: CallOptions) => get<AccountResource>('/account', more),
      projects: (more?: CallOptions) => get<ProjectListResource>('/projects', more),
      usage: (more?: CallOptions) => get<UsageResource>('/usage', more),
      budget: (more?: CallOptions) => get<BudgetResource>('/budget', more),
      setBudget: (budget: BudgetInput, more?: CallOptions) =>
        patch<BudgetResource>('/budget', { budget }, more),
      removeBudget: (more?: CallOptions) => remove('/budget', more),
      prices: (more?: CallOptions) => get<PriceListResource>('/prices', more),
    },
    ...createPeopleCalls({ get, post, patch, remove, tell }),
    credentials: {
      list: (more?: CallOptions) => get<CredentialListResource>('/credentials', more),
      policy: (provider: 'aws' | 'azure' = 'aws', more?: CallOptions) =>
        get<CredentialPolicyResource>(`/credentials/policy?provider=${provider}`, more),
      add: (credential: NewCredentialInput, more?: CallOptions) =>
        post<CredentialResource>('/credentials', { credential }, more),
      remove: (id: number, more?: CallOptions) => remove(`/credentials/${id}`, more),
    },
  };
}

interface Caller {
  json<T>(method: string, path: string, body?: FormData | object, more?: CallOptions): Promise<T>;
  nothing(method: string, path: string, body?: object, more?: CallOptions): Promise<void>;
  open(address: string, more?: CallOptions): Promise<Response>;
}

function createCaller({ url, token, fetch = globalThis.fetch }: ClientOptions): Caller {
  const base = url.replace(/\/+$/, '');
  const authorization = token === undefined ? undefined : `Basic ${btoa(`${token}:`)}`;

  const send = async (
    method: string,
    address: string,
    body: FormData | object | undefined,
    more: CallOptions = {},
  ) => {
    const target = /^https?:\/\//i.test(address) ? address : base + address;
    const headers: Record<string, string> = { accept: 'application/vnd.service.v2+json, */*;q=0.5' };
    // The token is only sent to the service, never to other URLs.
    if (authorization !== undefined && (target === base || target.startsWith(`${base}/`)))
      headers.authorization = authorization;
    const { signal, keepalive } = more;
    const init: RequestInit = { method, headers, ...(signal && { signal }), ...(keepalive && { keepalive }) };
    if (body instanceof FormData) init.body = body;
    else if (body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(body);
    }
    const response = await fetch(target, init).catch((cause: unknown) => {
      if (more.signal?.aborted) throw cause;
      throw new ContractError(0, 'unreachable', `Cannot reach the service at ${base}: ${reasonOf(cause)}.`, {
        cause,
      });
    });
    if (!response.ok) throw await errorOfResponse(response);
    return response;
  };

  return {
    async json<T>(method: string, path: string, body?: FormData | object, more?: CallOptions): Promise<T> {
      const response = await send(method, path, body, more);
      try {
        return (await response.json()) as T;
      } catch (cause) {
        const message = `The service returned status ${response.status} with a body that is not JSON.`;
        throw new ContractError(response.status, 'unreadable', message, { cause });
      }
    },
    async nothing(method, path, body, more) {
      const response = await send(method, path, body, more);
      await response.body?.cancel();
    },
    open: (address, more) => send('GET', address, undefined, more),
  };
}

/** fetch puts the reason into the cause of its error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.message !== '') return cause.message;
  return error instanceof Error ? error.message : String(error);
}
