import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { type DemandTable, parseDemand } from '../../src/domain/demand.ts';
import { outboundPolicy } from '../../src/domain/outbound.ts';
import type { PriceOf } from '../../src/domain/prices.ts';
import type { ToolAvailability, ToolName } from '../../src/domain/tool.ts';
import type { Observation, Provider } from '../../src/grids/provider.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { silentLog } from '../../src/lib/log.ts';
import { createOutbound } from '../../src/lib/outbound.ts';
import { openSealer } from '../../src/lib/seal.ts';
import type { Caps } from '../../src/metrics/caps.ts';
import { createHeartbeats } from '../../src/nodes/heartbeats.ts';
import { createNodeLinks } from '../../src/nodes/node-links.ts';
import type { AgentMessage, ServiceMessage } from '../../src/protocol/messages.ts';
import { createDemoTargets } from '../../src/runs/demo-targets.ts';
import { createFileExaminer } from '../../src/runs/examine-files.ts';
import { createNodeWork } from '../../src/runs/node-work.ts';
import { createRoller } from '../../src/runs/roller.ts';
import type { RunContext } from '../../src/runs/run-context.ts';
import type { Database } from '../../src/store/database.ts';
import { openFolderStore } from '../../src/store/files/folder-store.ts';
import { findNode } from '../../src/store/nodes.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Context of a run, with a real database and file store, but without starting machines. */
export async function runContextFor(
  t: TestContext,
  database: Database,
  change: {
    provider?: Partial<Provider>;
    demand?: DemandTable;
    limits?: Partial<RunContext['limits']>;
    settings?: Partial<RunContext['settings']>;
    localTools?: ToolAvailability[];
    heartbeatsForMs?: number;
    caps?: Caps;
    priceOf?: PriceOf;
    exportSpans?: RunContext['exportSpans'];
    outbound?: string;
    sendMail?: RunContext['sendMail'];
  } = {},
): Promise<RunContext> {
  const folder = await temporaryFolder(t);
  const { caps = { maxLabels: 100, maxErrorTexts: 100 } } = change;
  const roller = createRoller({ database, log: silentLog, caps });
  t.after(() => roller.close());
  const demoTargets = createDemoTargets({ database, log: silentLog });
  t.after(() => demoTargets.close());
  const nothing: Observation = { present: new Set(), problems: [] };
  const idle: Provider = {
    name: 'local',
    capacity: 4,
    check: async () => {},
    ensure: async () => nothing,
    observe: async () => nothing,
    pause: async () => {},
    end: async () => nothing,
    forget: async () => {},
  };
  return {
    grids: {
      database,
      sealer: await openSealer(`${folder}/seal-key`),
      clock: systemClock,
      heartbeats:
        change.heartbeatsForMs === undefined
          ? createHeartbeats()
          : { ...createHeartbeats(), uninterruptedMs: () => change.heartbeatsForMs ?? 0 },
      log: silentLog,
      providers: [{ ...idle, ...change.provider }],
      demand: change.demand ?? parseDemand('*=local'),
      prices: { priceOf: change.priceOf ?? (() => 0), rows: [] },
      limits: { nodeJoinS: 120, cloudJoinS: 900, nodeLostS: 15, nodeEndS: 60 },
      address: () => ({
        url: 'https://127.0.0.1:1',
        caFingerprint: null,
        publicKeyPin: null,
        isForOtherMachines: true,
      }),
    },
    files: await openFolderStore(folder),
    roller,
    caps,
    localTool: async (tool) => change.localTools?.find((each) => each.tool === tool) ?? available(tool),
    limits: {
      prepareMs: 600_000,
      silentMs: 300_000,
      giveUpMs: 60_000,
      collectMs: 1_800_000,
      durationGraceMs: 60_000,
      runLimitMs: 0,
      stopGraceMs: 15_000,
      ...change.limits,
    },
    settings: {
      apdexThresholdMs: 4000,
      runsPerGrid: 1,
      stopGraceS: 15,
      maxResultsInArchiveBytes: 1 << 20,
      minFreeDiskBytes: 0,
      localExecutionMemoryBytes: 2 ** 30,
      ...change.settings,
    },
    examiner: createFileExaminer(async () => []),
    demoTargets,
    meter: { framesStored: () => {}, runFinished: () => {} },
    exportSpans: change.exportSpans,
    outbound: createOutbound({
      isAllowed: outboundPolicy(change.outbound ?? ''),
      hint: 'See SPATE_OUTBOUND.',
    }),
    sendMail: change.sendMail,
    pages: {
      run: (runId) => `https://spate.test/app/runs/${runId}`,
      test: (testId) => `https://spate.test/app/tests/${testId}`,
      notifications: () => 'https://spate.test/app/account/notifications',
    },
  };
}

export function available(tool: ToolName): ToolAvailability {
  return { tool, isAvailable: true, version: '1', missing: [] };
}

export interface SpokenNode {
  say(message: AgentMessage | Uint8Array): void;
  sayText(text: string): void;
  /** Messages received from the service so far. */
  readonly heard: ServiceMessage[];
  readonly isClosed: boolean;
}

/** The service side of node connections; each call of connect returns the node side of a new one. */
export async function serveNodes(
  t: TestContext,
  context: RunContext,
): Promise<{ connect(nodeId: string): Promise<SpokenNode> }> {
  const work = createNodeWork(context);
  const links = await createNodeLinks(context.grids, work);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', async (request, socket, head) => {
    const node = await findNode(context.grids.database, request.url?.slice(1) ?? '');
    if (!node) return socket.destroy();
    // As in the service: a connection is counted before it is accepted.
    const accept = await links.open(node);
    sockets.handleUpgrade(request, socket, head, accept);
  });
  t.after(async () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.close();
    await links.close();
    await work.close();
  });
  return {
    async connect(nodeId) {
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/${nodeId}`);
      const heard: ServiceMessage[] = [];
      socket.on('message', (data) => heard.push(JSON.parse(data.toString())));
      socket.on('error', () => {});
      await once(socket, 'open');
      return {
        heard,
        say: (message) => socket.send(message instanceof Uint8Array ? message : JSON.stringify(message)),
        sayText: (text) => socket.send(text),
        get isClosed() {
          return socket.readyState === WebSocket.CLOSED;
        },
      };
    },
  };
}
