import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from './accounts/accounts.ts';
import { type Audit, createAudit } from './accounts/audit.ts';
import { createAccounts } from './accounts/create-accounts.ts';
import { firstToken } from './accounts/first-token.ts';
import { createMailer } from './accounts/mailer.ts';
import { findAccessTokenActor } from './accounts/oauth/access-token.ts';
import { createApplications } from './accounts/oauth/applications.ts';
import { createPasswordCheck } from './accounts/oauth/check-password.ts';
import { createOAuth } from './accounts/oauth/oauth.ts';
import { createOpenId, type OpenId } from './accounts/openid/openid.ts';
import type { Effort } from './accounts/passwords.ts';
import { createRequestThrottles } from './accounts/request-throttles.ts';
import { sweepAccess } from './accounts/sweep.ts';
import { registerAgentRoutes } from './api/agents/agent-routes.ts';
import { createApp } from './api/app.ts';
import { browserOf, clientAddress } from './api/client-address.ts';
import { type Listening, listen } from './api/listen.ts';
import { oauthErrorPage } from './api/oauth/error-page.ts';
import { signInAddress } from './api/resources/sign-in-links.ts';
import { createFileTls, createLocalTls, type TlsSource } from './api/tls/tls-source.ts';
import { loadWebFiles } from './api/web/web-files.ts';
import { builtWeb, loadReportRenderer } from './built-web.ts';
import type { Config } from './config/config.ts';
import { advanceRunJob, endRunJob, reconcileGridJob, retentionJob, traceRunJob } from './domain/jobs.ts';
import { createGrids } from './grids/create-grids.ts';
import type { GridContext, ServiceAddress } from './grids/grid-context.ts';
import { pauseLocalNodes } from './grids/pause-local-nodes.ts';
import { createJoinedProvider } from './grids/providers/joined/joined-provider.ts';
import { createLocalProvider } from './grids/providers/local/local-provider.ts';
import { reconcileGrid, scheduleReconcile } from './grids/reconcile-grid.ts';
import { ensureSharedGrids } from './grids/shared-grid.ts';
import { systemClock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { isLoopbackUrl } from './lib/loopback.ts';
import { programPath, readPackageVersion } from './lib/package-files.ts';
import { openSealer } from './lib/seal.ts';
import { createNodeBundles } from './nodes/bundle/node-bundles.ts';
import { createHeartbeats } from './nodes/heartbeats.ts';
import { createNodeLinks } from './nodes/node-links.ts';
import { advanceRun, endRun } from './runs/advance-run.ts';
import { createRunViews } from './runs/create-run-views.ts';
import { createRuns } from './runs/create-runs.ts';
import { createDemoRuns } from './runs/demo-runs.ts';
import { createDemoTargets } from './runs/demo-targets.ts';
import { createLiveFeed } from './runs/live-feed.ts';
import { createNodeWork } from './runs/node-work.ts';
import { removeExpired, scheduleRetention } from './runs/retention.ts';
import { createRoller } from './runs/roller.ts';
import type { RunContext } from './runs/run-context.ts';
import { scheduleAdvance } from './runs/run-signals.ts';
import { stopAllRuns } from './runs/stop-all.ts';
import { traceRun } from './runs/trace-run.ts';
import { watchOpenWork } from './runs/watch-open-work.ts';
import { createServiceMeters } from './service-meters.ts';
import { createServiceMetrics } from './service-metrics.ts';
import { createServiceTasks } from './service-tasks.ts';
import { type Database, openDatabase } from './store/database.ts';
import { databaseEgress } from './store/database-egress.ts';
import { startEmbedded } from './store/embedded/start-embedded.ts';
import { openFileStore } from './store/file-store.ts';
import { uninvoicedGridIds } from './store/grids.ts';
import { onJob, removeUnusedQueues, startWorker } from './store/jobs.ts';
import { migrate } from './store/migrate.ts';
import { openRunIds } from './store/runs.ts';
import { watchDatabase } from './store/watch-database.ts';
import { serveMetrics } from './telemetry/metrics-server.ts';
import { createRegistry } from './telemetry/registry.ts';
import type { ExportSpans } from './telemetry/span.ts';
import { detectSandbox } from './tools/sandbox/detect.ts';
import type { Sandbox } from './tools/sandbox/sandbox.ts';
import { probeTool } from './tools/tools.ts';

export interface RunningService {
  url: string;
  /** A link below `origin` that signs one browser in as the user of the first token; null if that is not possible. */
  signInLink(origin: string): Promise<{ link: string; expiresAt: Date } | null>;
  /** leave: nodes and runs continue without the service. end: stops all runs and the local nodes first. */
  stop(how: 'leave' | 'end'): Promise<void>;
}

const megabyte = 1 << 20;
const probeLimitMs = 10_000;

/**
 * Builds and wires the service. Everything started is stopped in reverse order, also when a later step fails. `watch`
 * receives the app before its routes are registered. `passwordEffort` is for tests only.
 */
export async function serve(
  config: Config,
  log: Log,
  watch?: (app: FastifyInstance) => void,
  passwordEffort?: Effort,
): Promise<RunningService> {
  await using undo = new AsyncDisposableStack();
  let isReady = false;
  let address: ((reach: 'local' | 'anywhere') => ServiceAddress) | undefined;

  await mkdir(config.dataDir, { recursive: true });
  await chmod(config.dataDir, 0o700);
  const version = await readPackageVersion();
  const building = builtWeb({ dataDir: config.dataDir, log });
  // Awaited below; until then a failure must not be an unhandled rejection.
  building.catch(() => undefined);
  const { database, isAnswering } = await openState(config, log, undo);
  const sealer = await openSealer(join(config.dataDir, 'seal-key'));
  const files = await openFileStore(config.dataDir);
  const accounts = createAccounts({
    database,
    sealer,
    findOther: (token) => findAccessTokenActor(database, token),
    passwordEffort,
  });
  const token = await firstToken(config.dataDir, config.token);
  await accounts.ensureFirst({ email: config.ownerEmail, token });
  const audit = createAudit({ database, log, clock: systemClock });

  // Rules of the operator come last and take precedence.
  const ofDatabase = config.databaseUrl ? await databaseEgress(config.databaseUrl) : '';
  const egress = `${ofDatabase} ${config.egress}`.trim();
  const gridContext: GridContext = {
    database,
    sealer,
    log,
    clock: systemClock,
    heartbeats: createHeartbeats(),
    providers: [createLocalProvider(localProviderOptions(config, egress)), createJoinedProvider()],
    limits: {
      nodeJoinS: config.nodeJoinTimeoutS,
      nodeLostS: config.nodeLostS,
      nodeEndS: config.giveUpS,
    },
    address: (reach) => {
      if (!address) throw new Error('The service does not listen yet.');
      return address(reach);
    },
  };
  const disk = {
    minFreeDiskBytes: config.minFreeDiskMb * megabyte,
    runDiskBytes: config.runDiskMb * megabyte,
  };
  const ownMetrics = createRegistry({
    program: 'service',
    version,
    folder: config.dataDir,
  });
  undo.defer(() => ownMetrics.close());
  const meters = createServiceMeters(ownMetrics.registry);
  const caps = { maxLabels: config.labelCap, maxErrorTexts: config.errorTextCap };
  const roller = createRoller({ database, log, caps });
  undo.defer(() => roller.close());
  const tasks = createServiceTasks({
    threads: config.planChecks,
    timeoutS: config.planCheckTimeoutS,
    memoryMb: config.planCheckMemoryMb,
  });
  undo.defer(() => tasks.close());
  const demoTargets = createDemoTargets({ database, log });
  undo.defer(() => demoTargets.close());
  await demoTargets.resume();
  const runContext: RunContext = {
    grids: gridContext,
    files,
    roller,
    localTool: localToolOf(config, egress, log),
    examiner: tasks.examiner,
    demoTargets,
    meter: meters.runs,
    exportSpans: await traceExporterOf(config, version, log, undo),
    limits: {
      nodeJoinMs: config.nodeJoinTimeoutS * 1000,
      prepareMs: config.prepareTimeoutS * 1000,
      silentMs: config.nodeSilentS * 1000,
      giveUpMs: config.giveUpS * 1000,
      collectMs: config.collectTimeoutS * 1000,
      durationGraceMs: config.durationGraceS * 1000,
      runLimitMs: config.runLimitS * 1000,
      stopGraceMs: config.stopGraceS * 1000,
    },
    settings: {
      apdexThresholdMs: config.apdexThresholdMs,
      runsPerGrid: config.gridExecutions,
      stopGraceS: config.stopGraceS,
      maxResultsInArchiveBytes: config.archiveResultsLimitMb * megabyte,
      minFreeDiskBytes: disk.minFreeDiskBytes,
      localExecutionMemoryBytes: config.executionMemoryMb * megabyte,
    },
  };
  const work = createNodeWork(runContext);
  undo.defer(() => work.close());
  const links = await createNodeLinks(gridContext, work);
  undo.defer(() => links.close());

  const metrics = createServiceMetrics({
    registry: ownMetrics.registry,
    database,
    log,
    nodeConnections: () => links.count,
    pendingFrameBytes: () => work.frames.pendingBytes,
  });
  if (config.metricsListen !== null) {
    const server = await serveMetrics(config.metricsListen, metrics, log);
    undo.defer(() => server.close());
  }

  const views = createRunViews(runContext, caps);
  const live = createLiveFeed({ context: runContext, views });
  const tls = await tlsOf(config, log);
  const proxies = config.tls ? 0 : config.proxies;
  const runs = createRuns(runContext);
  const app = createApp({
    runs,
    demo: createDemoRuns(runContext, runs, egress),
    views,
    live,
    grids: createGrids(gridContext),
    accounts,
    applications: createApplications(database),
    oauth: createOAuth({
      database,
      log,
      addressOf: (request) => clientAddress(request, proxies),
      isBehindProxy: !config.tls,
      checkPassword: config.oauthPasswordGrant
        ? createPasswordCheck(accounts, (request) => browserOf(request, proxies))
        : undefined,
      errorPage: oauthErrorPage,
    }),
    openId: openIdOf(config, database),
    audit,
    throttles: createRequestThrottles({ database, clock: systemClock }, config.anonymousPerMinute),
    mailer:
      config.smtpUrl === null ? undefined : createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
    uploads: files,
    readJsonFile: tasks.readJsonFile,
    convertDocument: tasks.convertDocument,
    web: await loadWebFiles(await building),
    renderReport: await loadReportRenderer(await building),
    isReady: () => isReady && isAnswering(),
    options: {
      publicUrl: () => config.publicUrl ?? address?.('anywhere').url ?? '',
      hasFixedAddress: config.publicUrl !== null,
      permalinkBase: config.permalinkBase ?? undefined,
      uploadLimitBytes: config.uploadLimitMb * megabyte,
      ...disk,
      isTlsTerminatedElsewhere: !config.tls,
      proxies,
    },
    metrics,
    requests: meters.requests,
    log,
    registerAgents: (scope: FastifyInstance) =>
      registerAgentRoutes(scope, {
        grids: gridContext,
        files: { database, files, ...disk },
        links,
        caPem: tls?.caPem ?? undefined,
        version,
        bundles: createNodeBundles({ folder: join(config.dataDir, 'node-bundles'), version, log }),
      }),
  });
  watch?.(app);
  const listening = await listen(app, {
    host: config.host,
    port: config.port,
    tls,
    maxConnections: config.maxConnections,
    // Behind a proxy, all connections have the address of the proxy.
    maxConnectionsPerAddress: config.tls ? config.maxConnectionsPerAddress : undefined,
  });
  undo.defer(() => listening.close());
  // Event streams are closed first, because closing the server waits for open connections.
  undo.defer(() => live.close());
  address = addressesOf(config, listening, tls, log);

  await ensureSharedGrids(gridContext);
  const retention = {
    archives: config.retentionArchivesDays,
    frames: config.retentionFramesDays,
    files: config.retentionFilesDays,
  };
  const worker = await startWorker({
    database,
    log,
    concurrency: config.jobConcurrency,
    isAlone: config.databaseUrl === null,
    handlers: [
      onJob(reconcileGridJob, ({ gridId }) => reconcileGrid(gridContext, gridId)),
      onJob(advanceRunJob, ({ runId }) => advanceRun(runContext, runId)),
      onJob(endRunJob, ({ runId, reason }) => endRun(runContext, runId, reason)),
      onJob(traceRunJob, ({ runId }) => traceRun(runContext, runId)),
      onJob(retentionJob, async () => {
        await sweepAccess(database, { auditDays: config.retentionAuditDays });
        await removeExpired(runContext, retention);
        await removeUnusedQueues(database);
      }),
    ],
  });
  undo.defer(() => worker.stop());
  const openWork = watchOpenWork(database, log);
  undo.defer(() => openWork.stop());
  await takeOverOpenWork(database);
  isReady = true;

  const begun = undo.move();
  return {
    url: config.publicUrl ?? listening.url,
    signInLink: (origin) =>
      createFirstLink({ accounts, audit, token }, origin).catch((error: unknown) => {
        log.warn({ err: error }, 'sign-in-link.create.failed');
        return null;
      }),
    async stop(how) {
      if (how === 'end') {
        await stopAllRuns(runContext);
        // Otherwise a job would restart the nodes.
        await openWork.stop();
        await worker.stop();
        await pauseLocalNodes(gridContext);
      }
      isReady = false;
      await begun.disposeAsync();
    },
  };
}

/** As from a request of this machine, which can read the token anyway. */
async function createFirstLink(
  { accounts, audit, token }: { accounts: Accounts; audit: Audit; token: string },
  origin: string,
): Promise<{ link: string; expiresAt: Date } | null> {
  const actor = await accounts.authenticate(token);
  if (!actor) return null;
  const { secret, expiresAt } = await accounts.createSignInLink(actor);
  await audit.record({ actor, address: '127.0.0.1', action: 'POST /sign-in-links', status: 201 });
  return { link: signInAddress(origin, secret), expiresAt };
}

interface State {
  database: Database;
  isAnswering(): boolean;
}

async function openState(config: Config, log: Log, undo: AsyncDisposableStack): Promise<State> {
  let url = config.databaseUrl;
  if (url === null) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log });
    undo.defer(() => embedded.stop());
    url = embedded.url;
  }
  // Migrations of large tables may exceed the statement timeout.
  const patient = openDatabase({ url, log, maxConnections: 2, statementTimeoutMs: 0 });
  await migrate({ database: patient, log }).finally(() => patient.close());
  const database = openDatabase({ url, log });
  undo.defer(() => database.close());
  const watch = watchDatabase({ url, log });
  undo.defer(() => watch.stop());
  return { database, isAnswering: watch.isAnswering };
}

function openIdOf(config: Config, database: Database): OpenId | undefined {
  const { openidIssuer, openidClientId, openidClientSecret, openidName } = config;
  if (openidIssuer === null) return undefined;
  if (openidClientId === null)
    throw new Error(
      'SPATE_OPENID_ISSUER requires SPATE_OPENID_CLIENT_ID, the client id of this service at the issuer.',
    );
  return createOpenId({
    database,
    issuer: openidIssuer,
    clientId: openidClientId,
    clientSecret: openidClientSecret,
    name: openidName,
  });
}

/** Undefined unless an endpoint is configured; only then are the modules of OpenTelemetry loaded. */
async function traceExporterOf(
  config: Config,
  version: string,
  log: Log,
  undo: AsyncDisposableStack,
): Promise<ExportSpans | undefined> {
  const { otlpEndpoint, otlpTracesEndpoint } = config;
  const url =
    otlpTracesEndpoint ?? (otlpEndpoint === null ? null : `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`);
  if (url === null) return undefined;
  const { createOtlpExporter } = await import('./telemetry/otlp-exporter.ts');
  const exporter = createOtlpExporter({ url, version });
  undo.defer(() => exporter.close());
  log.info({ host: new URL(url).host }, 'tracing.enabled');
  return exporter.exportSpans;
}

function tlsOf(config: Config, log: Log): Promise<TlsSource | undefined> {
  if (!config.tls) return Promise.resolve(undefined);
  if (config.tlsCert !== null && config.tlsKey !== null) return createFileTls(config.tlsCert, config.tlsKey);
  const hosts = [config.host, ...(config.publicUrl ? [new URL(config.publicUrl).hostname] : [])];
  return createLocalTls({ dataDir: config.dataDir, hosts, clock: systemClock, log });
}

/** Addresses for nodes: the port itself on this machine, the public URL elsewhere. */
function addressesOf(
  config: Config,
  listening: Listening,
  tls: TlsSource | undefined,
  log: Log,
): (reach: 'local' | 'anywhere') => ServiceAddress {
  const { caFingerprint, port } = listening;
  const isWildcard = ['0.0.0.0', '::', ''].includes(config.host);
  const own = isWildcard ? `${config.tls ? 'https' : 'http'}://127.0.0.1:${port}` : listening.url;
  // Behind a TLS proxy, or with a certificate for the public name only, local nodes use the public URL too.
  const isOwnCertified = tls?.isFor(new URL(own).hostname) ?? false;
  const urls = { local: isOwnCertified ? own : (config.publicUrl ?? own), anywhere: config.publicUrl ?? own };
  const { hostname } = new URL(urls.local);
  if (tls && !tls.isFor(hostname)) {
    log.warn(
      { hostname, fix: 'Set SPATE_PUBLIC_URL to a host name of the certificate. Nodes cannot join.' },
      'tls.certificate.host_mismatch',
    );
  }
  return (reach) => ({
    url: urls[reach],
    caFingerprint,
    publicKeyPin: caFingerprint === null ? null : (tls?.publicKeyPin() ?? null),
    isForOtherMachines: config.publicUrl !== null || !isLoopbackUrl(urls.anywhere),
  });
}

/** Availability of a tool on this machine, for runs whose nodes have not joined yet. */
function localToolOf(config: Config, egress: string, log: Log): RunContext['localTool'] {
  const { cacheDir } = config;
  let sandbox: Promise<Sandbox> | undefined;
  return async (tool) => {
    sandbox ??= detectSandbox({ mode: config.sandbox ? 'required' : 'off', egress });
    const signal = AbortSignal.timeout(probeLimitMs);
    return probeTool(tool, { cacheDir, log, signal, sandbox: await sandbox });
  };
}

function localProviderOptions(config: Config, egress: string) {
  const {
    PATH = '/usr/local/bin:/usr/bin:/bin',
    HOME = config.dataDir,
    LANG = 'C.UTF-8',
    JAVA_HOME,
    NODE_EXTRA_CA_CERTS,
    NODE_COMPILE_CACHE,
  } = process.env;
  return {
    nodesDir: join(config.dataDir, 'nodes'),
    agentCommand: [process.execPath, programPath('src/main'), 'agent'],
    environment: {
      PATH,
      HOME,
      LANG,
      ...(JAVA_HOME && { JAVA_HOME }),
      ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      SPATE_CACHE_DIR: config.cacheDir,
      ...(config.javaOptions.length > 0 && { SPATE_JAVA_OPTIONS: config.javaOptions.join(' ') }),
      SPATE_LOG_LEVEL: config.logLevel,
      SPATE_EXECUTION_MEMORY_MB: String(config.executionMemoryMb),
      SPATE_EXECUTION_DISK_MB: String(config.executionDiskMb),
      SPATE_SANDBOX: config.sandbox ? 'on' : 'off',
      ...(egress !== '' && { SPATE_EGRESS: egress }),
    },
    capacity: config.localExecutions,
  };
}

/** Schedules all work that was open when the last service stopped. */
async function takeOverOpenWork(database: Database): Promise<void> {
  for (const gridId of await uninvoicedGridIds(database)) await scheduleReconcile(database, gridId);
  for (const runId of await openRunIds(database)) await scheduleAdvance(database, runId);
  await scheduleRetention(database);
}
