import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Audit } from '../accounts/audit.ts';
import type { Mailer } from '../accounts/mailer.ts';
import type { Applications } from '../accounts/oauth/applications.ts';
import type { OAuth } from '../accounts/oauth/oauth.ts';
import type { OpenId } from '../accounts/openid/openid.ts';
import type { RequestThrottles } from '../accounts/request-throttles.ts';
import type { RenderReport } from '../contract/report-page.ts';
import type { ConvertUpload } from '../converters/convert-upload.ts';
import type { Grids } from '../grids/grids.ts';
import type { Log } from '../lib/log.ts';
import type { Outbound } from '../lib/outbound.ts';
import type { Annotations } from '../runs/annotations.ts';
import type { ReadCalendar } from '../runs/calendar.ts';
import type { DemoRuns } from '../runs/demo-runs.ts';
import type { LiveFeed } from '../runs/live-feed.ts';
import type { LoadTests } from '../runs/load-tests.ts';
import type { MetricExports } from '../runs/metric-exports/metric-exports.ts';
import type { Notifications } from '../runs/notifications/notifications.ts';
import type { RunFiles } from '../runs/run-file/run-files.ts';
import type { RunViews } from '../runs/run-views.ts';
import type { Runs } from '../runs/runs.ts';
import type { Schedules } from '../runs/schedules.ts';
import type { TargetMetrics } from '../runs/target-metrics/target-metrics.ts';
import type { MetricsPage } from '../telemetry/metrics-page.ts';
import type { ReadJsonFile } from './params/json-body.ts';
import type { Uploads } from './params/uploads.ts';
import type { WebFiles } from './web/web-files.ts';

/** Dependencies of the API. */
export interface ApiDeps {
  runs: Runs;
  runFiles: RunFiles;
  tests: LoadTests;
  schedules: Schedules;
  calendar: ReadCalendar;
  notifications: Notifications;
  annotations: Annotations;
  targetMetrics: TargetMetrics;
  metricExports: MetricExports;
  demo: DemoRuns;
  views: RunViews;
  live: LiveFeed;
  grids: Grids;
  accounts: Accounts;
  applications: Applications;
  oauth: OAuth;
  /** OpenID Connect provider; undefined if not configured. */
  openId: OpenId | undefined;
  audit: Audit;
  throttles: RequestThrottles;
  /** Undefined if mail is not configured. */
  mailer?: Mailer | undefined;
  uploads: Uploads;
  /** Runs in a worker thread. */
  readJsonFile: ReadJsonFile;
  /** Requests to addresses that users choose. */
  outbound: Outbound;
  /** Runs in a worker thread. */
  convertDocument: ConvertUpload;
  /** The built dashboard. */
  web: WebFiles;
  /** Renders with the components of the dashboard. */
  renderReport: RenderReport;
  pdf: PdfPrinter;
  /** True while the service waits for load balancers to stop sending requests; they are still served. */
  isDraining(): boolean;
  /** False while the service starts or stops: everything but /healthz returns 503. */
  isReady(): boolean;
  options: ApiOptions;
  /** Metrics of the service. */
  metrics: MetricsPage;
  requests: RequestMeter;
  log: Log;
  /** Registers the routes of node agents. */
  registerAgents?: (app: FastifyInstance) => void;
}

/** Prints HTML documents as PDF. */
export interface PdfPrinter {
  /** Whether a browser for printing is available. */
  isAvailable: boolean;
  /** Throws `tool_unavailable` without a browser, and `too_many` when its queue is full. */
  print(html: string): Promise<Buffer>;
}

/** Counts requests, for monitoring. */
export interface RequestMeter {
  answered(request: {
    method: string;
    /** The pattern, such as `/runs/:runId`. */
    route: string;
    status: number;
    durationS: number;
  }): void;
}

export interface ApiOptions {
  /** Public origin of the service; final only once it is listening. */
  publicUrl(): string;
  /** False if the public URL is not configured: links then use the Host of the request. */
  hasFixedAddress: boolean;
  /** Default: `<public URL>/app/runs`. */
  permalinkBase?: string | undefined;
  /** Size limit of all files of one request. */
  uploadLimitBytes: number;
  /** Uploads are rejected if less disk space would remain. */
  minFreeDiskBytes: number;
  /** Size limit of the uploads of one run; 0 means no limit. */
  runDiskBytes: number;
  /** True behind a proxy that terminates TLS and sends X-Forwarded-Proto. */
  isTlsTerminatedElsewhere: boolean;
  /** Number of trusted proxies; 0 if TLS is terminated here. */
  proxies: number;
}
