import type { Grid } from '../../domain/grid.ts';
import type { Node, NodeState } from '../../domain/node.ts';
import { type RunPhase, statusOfPhase } from '../../domain/run.ts';
import { noSettings } from '../../domain/run-settings.ts';
import type { LabelFigures, Report } from '../../metrics/report.ts';
import type { ResponseTimes } from '../../metrics/response-times.ts';
import type { NodeFigures, RunPage } from '../../runs/run-views.ts';
import type { RunView } from '../../runs/runs.ts';

export const gridId = 'GriDGriDGriDGriDGriD22';
export const runId = 'RuNRuNRuNRuNRuNRuNRu22';

const createdAt = new Date('2026-01-02T03:04:05.678Z');

export function exampleNode(state: NodeState, index = 0): Node {
  const isJoined = state !== 'joining';
  return {
    id: `node${index}`,
    gridId,
    index,
    number: index + 1,
    state,
    info: isJoined
      ? {
          hostname: 'load-1.internal',
          ip: '203.0.113.9',
          privateIp: '10.0.0.9',
          agentVersion: '0.1.0',
          cores: 4,
          memoryBytes: 8_000_000_000,
          executionMemoryBytes: 4_000_000_000,
          sandbox: 'bubblewrap',
          tools: [{ tool: 'jmeter', isAvailable: true, version: '5.6.3', missing: [] }],
        }
      : null,
    vitals: isJoined ? { cpu: 0.5, memoryUsedBytes: 1, clockOffsetMs: 0.25, roundTripMs: 1 } : null,
    joinedAt: isJoined ? createdAt : null,
    lastSeenAt: null,
    endedAt: null,
  };
}

export function exampleGrid(change: Partial<Grid> = {}): Grid {
  return {
    id: gridId,
    number: 77,
    batchId: runId,
    accountId: 1,
    name: `homeless-reef-production-${gridId}`,
    region: 'ap-southeast-2',
    infrastructure: 'demand',
    provider: 'local',
    target: null,
    problems: [],
    instanceQuantity: 1,
    instanceType: 'm5.xlarge',
    stopAfterMin: 15,
    credentialId: null,
    cloud: {},
    pricePerHour: 960,
    status: 'started',
    createdAt,
    startedAt: createdAt,
    endsAt: new Date(createdAt.getTime() + 900_000),
    stoppedAt: null,
    stopReason: null,
    ...change,
  };
}

export interface ExampleRun {
  phase?: RunPhase;
  change?: Partial<RunView['run']>;
  nodes?: Node[];
  figures?: RunView['figures'];
  ending?: RunView['ending'];
}

/** A run with all fields set. */
export function exampleRun({ phase = 'finished', change, nodes, figures, ending }: ExampleRun = {}): RunView {
  const status = statusOfPhase(phase);
  return {
    run: {
      id: runId,
      number: 55,
      batchId: runId,
      accountId: 1,
      userId: 1,
      startedBy: { email: 'ann@example.com', name: 'Ann' },
      project: { id: 3, name: 'Default' },
      tool: 'jmeter',
      toolRequested: 'jmeter-2.13',
      engineRequested: 'auto',
      engine: 'apache',
      engineReasons: [
        { element: '__groovy', place: 'Plan > Users', reason: 'The function __groovy is not run yet.' },
      ],
      name: 'Build 7',
      notes: null,
      ...noSettings,
      threads: 5,
      rampupS: 30,
      durationS: 120,
      tags: ['ci', 'load'],
      privacy: 'private',
      overrideParameters: '-Ja=1',
      isWebhookOn: false,
      repeatOf: null,
      phase,
      createdAt,
      startedAt: status === 'queued' ? null : new Date('2026-01-02T03:05:00.000Z'),
      stoppedAt: status === 'finished' ? new Date('2026-01-02T03:07:00.000Z') : null,
      loadEndedAt: status === 'finished' ? new Date('2026-01-02T03:07:00.000Z') : null,
      stopRequestedAt: null,
      liveControl: null,
      remoteErrors: [],
      warnings: [],
      failIf: [],
      abortIf: [],
      secretNames: ['api_token'],
      imported: null,
      aborted: null,
      test: null,
      planVersion: null,
      baseline: null,
      thresholds: status === 'finished' ? [] : null,
      passed: null,
      ...change,
    },
    status,
    grids: [
      {
        grid: exampleGrid(),
        nodes: nodes ?? [exampleNode('running')],
        usage: { nodeMinutes: 30, cost: 480 },
        joinCommand: null,
      },
    ],
    files: [{ id: 'FiLeFiLeFiLeFiLeFiLe22', name: 'plan.jmx', sizeBytes: 1234, sha256: 'ab' }],
    archives: status === 'finished' ? [{ key: 'KeYKeYKeYKeYKeYKeYKe22', sizeBytes: 99 }] : [],
    figures:
      figures === undefined
        ? {
            errorRatePercent: 0.3,
            meanResponseTimeMs: 123.4,
            apdex: '0.83 [4000]',
            total: exampleFigures({ label: '' }),
          }
        : figures,
    usage: { nodeMinutes: 3, cost: 48 },
    ending: ending ?? (status === 'finished' ? { doubts: [], isComplete: true } : null),
    progress: status === 'finished' ? null : 'preparing',
  };
}

const exampleTimes: ResponseTimes = {
  meanMs: 120.5,
  standardDeviationMs: 11.25,
  minMs: 2,
  maxMs: 900,
  percentilesMs: { 50: 110, 75: 130, 90: 180, 95: 240, 99: 500, 99.9: 850 },
};

export function exampleFigures(change: Partial<LabelFigures> = {}): LabelFigures {
  return {
    label: 'Home',
    passed: 9990,
    failed: 10,
    times: { passed: exampleTimes, failed: { ...exampleTimes, meanMs: 4 }, all: exampleTimes },
    meanLatencyMs: 80,
    meanConnectMs: 3,
    requestsPerMinute: 5000,
    maxRequestsPerMinute: 6200,
    bytesIn: 123_456_789,
    bytesOut: 1_234_567,
    ...change,
  };
}

export function exampleReport(change: Partial<Report> = {}): Report {
  return {
    summary: 'Up to 5 users across 1 grid on this machine for 2 minutes.',
    meanResponseTimeMs: 121,
    meanConcurrency: 5,
    maxConcurrency: 5,
    meanThroughput: 61_728_394,
    meanErrorRatePercent: 0.1,
    meanApdex: 0.83,
    apdexThresholdMs: 4000,
    durationS: 120,
    total: exampleFigures({ label: '' }),
    labels: [exampleFigures()],
    grids: [{ gridId, total: exampleFigures({ label: '' }), labels: [exampleFigures()] }],
    errors: [
      {
        code: '500',
        message: 'Internal Server Error',
        count: 10,
        example: { label: 'Home', atMs: 1_767_323_100_500.5 },
      },
    ],
    ...change,
  };
}

/** A run page with this report. */
export function examplePage(report: Report, change: Partial<RunPage> = {}): RunPage {
  return {
    range: { startS: 0, fromS: 0, toS: 120, isWhole: true },
    report,
    whole: report,
    thresholds: [],
    nodes: [],
    nodeCount: 0,
    reconciliation: null,
    recent: null,
    figuresAt: null,
    ...change,
  };
}

export function exampleNodeFigures(change: Partial<NodeFigures> = {}): NodeFigures {
  return {
    gridId,
    gridName: `homeless-reef-production-${gridId}`,
    region: 'ap-southeast-2',
    origin: 'This machine',
    nodeIndex: 0,
    hostname: 'load-1.internal',
    cores: 4,
    sandbox: 'bubblewrap',
    sandboxNotes: [],
    memoryBytes: 8_000_000_000,
    state: 'running',
    health: 'running',
    progress: null,
    lostAt: null,
    samples: 10_000,
    vitals: null,
    isOverloaded: false,
    wholeClockOffsetMs: 0.25,
    ...change,
  };
}
