import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import type { Audit } from '../accounts/audit.ts';
import type { Mailer } from '../accounts/mailer.ts';
import type { Applications } from '../accounts/oauth/applications.ts';
import type { OAuth } from '../accounts/oauth/oauth.ts';
import type { OpenId } from '../accounts/openid/openid.ts';
import type { Grids } from '../grids/grids.ts';
import type { Log } from '../lib/log.ts';
import type { LiveFeed } from '../runs/live-feed.ts';
import type { RunViews } from '../runs/run-views.ts';
import type { Runs } from '../runs/runs.ts';
import type { ReadJsonFile } from './params/json-body.ts';
import type { Uploads } from './params/uploads.ts';
import type { WebFiles } from './web/web-files.ts';

/** All that the API needs from the rest of the service. */
export interface ApiDeps {
  runs: Runs;
  views: RunViews;
  live: LiveFeed;
  grids: Grids;
  accounts: Accounts;
  applications: Applications;
  oauth: OAuth;
  /** The team's own provider; undefined without one. */
  openId: OpenId | undefined;
  audit: Audit;
  /** Undefined: no mail is sent. */
  mailer?: Mailer | undefined;
  uploads: Uploads;
  /** Runs in a worker thread. */
  readJsonFile: ReadJsonFile;
  /** The built dashboard. */
  web: WebFiles;
  /** False while the service starts or stops: then everything but /healthz answers 503. */
  isReady(): boolean;
  options: ApiOptions;
  log: Log;
  /** The routes of node agents, in a scope of their own. */
  registerAgents?: (app: FastifyInstance) => void;
}

export interface ApiOptions {
  /** Origin of the service as the outside sees it; known for certain only once it listens. */
  publicUrl(): string;
  /** False: nobody said what the outside calls the service, so links carry the address that the request came to. */
  hasFixedAddress: boolean;
  /** Undefined: `<public URL>/app/runs`. */
  permalinkBase?: string | undefined;
  /** Bytes that the files of one request may have together. */
  uploadLimitBytes: number;
  /** An upload is refused when less would be free on the disk. */
  minFreeDiskBytes: number;
  /** What the uploads of one run may take; 0: no limit. */
  runDiskBytes: number;
  /** Requests that one address may make in a minute without a token; 0: as many as it likes. */
  anonymousPerMinute: number;
  /** True behind a proxy that ends TLS and sends X-Forwarded-Proto. */
  isTlsTerminatedElsewhere: boolean;
  /** How many proxies of ours a request comes through; none where TLS ends here. */
  proxies: number;
}
