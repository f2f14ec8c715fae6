import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createAudit } from '../accounts/audit.ts';
import { createAccounts } from '../accounts/create-accounts.ts';
import { firstToken } from '../accounts/first-token.ts';
import { createMailer } from '../accounts/mailer.ts';
import { findAccessTokenActor } from '../accounts/oauth/access-token.ts';
import { createApplications } from '../accounts/oauth/applications.ts';
import { createPasswordCheck } from '../accounts/oauth/check-password.ts';
import { createOAuth } from '../accounts/oauth/oauth.ts';
import type { Effort } from '../accounts/passwords.ts';
import { createRequestThrottles } from '../accounts/request-throttles.ts';
import { registerAgentRoutes } from '../api/agents/agent-routes.ts';
import { createApp } from '../api/app.ts';
import { browserOf, clientAddress } from '../api/client-address.ts';
import { listen } from '../api/listen.ts';
import { oauthErrorPage } from '../api/oauth/error-page.ts';
import { loadWebFiles } from '../api/web/web-files.ts';
import type { Config } from '../config/config.ts';
import { parseDemand } from '../domain/demand.ts';
import { outboundPolicy } from '../domain/outbound.ts';
import { createGrids } from '../grids/create-grids.ts';
import type { GridContext, ServiceAddress } from '../grids/grid-context.ts';
import { pauseLocalNodes } from '../grids/pause-local-nodes.ts';
import { loadPrices } from '../grids/prices/load-prices.ts';
import { ensureSharedGrids } from '../grids/shared-grid.ts';
import type { Log } from '../lib/log.ts';
import { createOutbound } from '../lib/outbound.ts';
import { readPackageVersion } from '../lib/package-files.ts';
import { createSealer, openSealer } from '../lib/seal.ts';
import { createNodeBundles } from '../nodes/bundle/node-bundles.ts';
import { createHeartbeats } from '../nodes/heartbeats.ts';
import { createNodeLinks } from '../nodes/node-links.ts';
import { createAnnotations } from '../runs/annotations.ts';
import { createCalendar } from '../runs/calendar.ts';
import { createLoadTests } from '../runs/create-load-tests.ts';
import { createRunViews } from '../runs/create-run-views.ts';
import { createRuns } from '../runs/create-runs.ts';
import { createDemoRuns } from '../runs/demo-runs.ts';
import { createDemoTargets } from '../runs/demo-targets.ts';
import { createLiveFeed } from '../runs/live-feed.ts';
import { createMetricExports } from '../runs/metric-exports/metric-exports.ts';
import { createNodeWork } from '../runs/node-work.ts';
import { createNotifications } from '../runs/notifications/notifications.ts';
import { createRoller } from '../runs/roller.ts';
import type { RunContext } from '../runs/run-context.ts';
import { createRunFiles } from '../runs/run-file/run-files.ts';
import { createSchedules } from '../runs/schedules.ts';
import { stopAllRuns } from '../runs/stop-all.ts';
import { createTargetMetrics } from '../runs/target-metrics/target-metrics.ts';
import { followDatabaseClock } from '../store/database-clock.ts';
import { databaseEgress } from '../store/database-egress.ts';
import { serveMetrics } from '../telemetry/metrics-server.ts';
import { createRegistry } from '../telemetry/registry.ts';
import { addressesOf, pageUrlsOf, tlsOf } from './addresses.ts';
import { builtWeb, loadReportRenderer } from './built-web.ts';
import { createCredentialCheck } from './check-credential.ts';
import { createCloudParts } from './cloud-parts.ts';
import { createProviders } from './create-providers.ts';
import { dataFolderId } from './data-folder-id.ts';
import { createFirstLink } from './first-link.ts';
import { assumedTool, localToolOf } from './local-tool.ts';
import { createServiceMeters } from './meters.ts';
import { createServiceMetrics } from './metrics.ts';
import { openFiles } from './open-files.ts';
import { openIdOf } from './open-id.ts';
import { openState } from './open-state.ts';
import { createPdfPrinter } from './print-pdf.ts';
import { registerService } from './register-service.ts';
import { hasLocalNodes } from './shared-state.ts';
import { startJobs } from './start-jobs.ts';
import { createServiceTasks } from './tasks.ts';
import { traceExporterOf } from './trace-exporter.ts';

export interface RunningService {
  url: string;
  /** A link below `origin` that signs one browser in as the user of the first token; null if that is not possible. */
  signInLink(origin: string): Promise<{ link: string; expiresAt: Date } | null>;
  /** leave: nodes and runs continue without the service. end: stops all runs and the local nodes first. */
  stop(how: 'leave' | 'end'): Promise<void>;
}

const megabyte = 1 << 20;
/** Time for open requests to finish when the service stops. */
const minCloseGraceMs = 5000;

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
  let isDraining = false;
  let address: ((reach: 'local' | 'anywhere') => ServiceAddress) | undefined;

  await mkdir(config.dataDir, { recursive: true });
  await chmod(config.dataDir, 0o700);
  const version = await readPackageVersion();
  const building = builtWeb({ dataDir: config.dataDir, log });
  // Awaited below; until then a failure must not be an unhandled rejection.
  building.catch(() => undefined);
  const { database, watch: databaseWatch } = await openState(config, log, undo);
  const clock = await followDatabaseClock({ database, log });
  undo.defer(() => clock.stop());
  const folderId = await dataFolderId(config.dataDir);
  const sealer =
    config.sealKey === null
      ? await openSealer(join(config.dataDir, 'seal-key'))
      : createSealer(Buffer.from(config.sealKey, 'base64'));
  const tls = await tlsOf(config, log);
  const token = await registerService({
    config,
    database,
    folderId,
    sealer,
    caFingerprint: tls?.caFingerprint ?? null,
    readToken: () => firstToken(config.dataDir, config.token),
    log,
    undo,
  });
  const files = await openFiles(config, database, log);
  undo.defer(() => files.close());
  const clouds = createCloudParts(database, sealer, config.azureUrl);
  const accounts = createAccounts({
    database,
    sealer,
    clock,
    findOther: (token) => findAccessTokenActor(database, token),
    passwordEffort,
    checkCredential: createCredentialCheck(clouds),
  });
  const audit = createAudit({ database, log, clock });

  // Rules of the operator come last and take precedence.
  const databases = [config.databaseUrl, config.databaseDirectUrl].filter((url) => url !== null);
  const ofDatabase = (await Promise.all(databases.map(databaseEgress))).join(' ');
  const egress = `${ofDatabase} ${config.egress}`.trim();
  const demand = parseDemand(config.demand);
  const providers = await createProviders({
    config,
    egress,
    demand,
    database,
    log,
    clouds,
    address: () => gridContext.address('anywhere'),
    hasLocalNodes: () => hasLocalNodes(database),
  });
  for (const provider of providers) undo.defer(() => provider.close?.());
  const gridContext: GridContext = {
    database,
    sealer,
    log,
    clock,
    heartbeats: createHeartbeats(),
    providers,
    demand,
    prices: await loadPrices(config.prices),
    limits: {
      nodeJoinS: config.nodeJoinTimeoutS,
      cloudJoinS: config.cloudJoinTimeoutS,
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
  const mailer =
    config.smtpUrl === null ? undefined : createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom });
  const runContext: RunContext = {
    grids: gridContext,
    files,
    roller,
    caps,
    localTool: config.localNodes ? localToolOf(config, egress, log) : assumedTool,
    examiner: tasks.examiner,
    demoTargets,
    meter: meters.runs,
    exportSpans: await traceExporterOf(config, version, log, undo),
    outbound: createOutbound({
      isAllowed: outboundPolicy(`${ofDatabase} ${config.outbound}`),
      hint: 'The operator can allow it with SPATE_OUTBOUND.',
    }),
    sendMail: mailer && ((mail) => mailer.send(mail)),
    pages: pageUrlsOf(config, () => gridContext.address('anywhere').url),
    limits: {
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
  // Another service may reach the database; without one, nodes keep their frames.
  databaseWatch.onUnavailable(() => links.reconnect());

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
  const proxies = config.tls ? 0 : config.proxies;
  const runs = createRuns(runContext);
  const tests = createLoadTests(runContext, runs);
  const app = createApp({
    runs,
    runFiles: createRunFiles(runContext, runs),
    tests,
    schedules: createSchedules(runContext, tests),
    calendar: createCalendar(runContext),
    notifications: createNotifications(runContext),
    annotations: createAnnotations(runContext),
    targetMetrics: createTargetMetrics(runContext),
    metricExports: createMetricExports(runContext),
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
    throttles: createRequestThrottles({ database, clock }, config.anonymousPerMinute),
    mailer,
    uploads: files,
    readJsonFile: tasks.readJsonFile,
    convertDocument: tasks.convertDocument,
    outbound: runContext.outbound,
    web: await loadWebFiles(await building),
    renderReport: await loadReportRenderer(await building),
    pdf: await createPdfPrinter(),
    isReady: () => isReady && databaseWatch.isAnswering(),
    isDraining: () => isDraining,
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
    closeGraceMs: Math.max(minCloseGraceMs, config.drainS * 1000),
  });
  undo.defer(() => listening.close());
  // Event streams are closed first, because closing the server waits for open connections.
  undo.defer(() => live.close());
  address = addressesOf(config, listening, tls, log);

  if (config.localNodes) await ensureSharedGrids(gridContext);
  const jobs = await startJobs({ config, grids: gridContext, runs: runContext, operations: runs, clouds });
  undo.defer(() => jobs.stop());
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
      // Local nodes and runs of another service continue.
      if (how === 'end' && config.localNodes) {
        await stopAllRuns(runContext);
        // Otherwise a job would restart the nodes.
        await jobs.stop();
        await pauseLocalNodes(gridContext);
      }
      if (how === 'leave' && config.drainS > 0) {
        isDraining = true;
        log.info({ seconds: config.drainS }, 'service.drain.started');
        await jobs.stop();
        await sleep(config.drainS * 1000);
      } else isReady = false;
      // Nodes reconnect, behind a balancer to another service.
      links.handOver();
      await begun.disposeAsync();
    },
  };
}
