import Type from 'typebox';
import { maxBodyLength, maxDetailsLength, maxErrorSamples, maxHeadLength } from '../domain/error-sample.ts';
import { forEachSetting, withoutServiceSettings } from '../domain/run-settings.ts';
import { toolNames } from '../domain/tool.ts';

const id = Type.String({ pattern: '^[0-9A-Za-z]{22}$' });
const natural = Type.Integer({ minimum: 0 });
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const sentences = Type.Array(Type.String());
const toolName = Type.Enum(toolNames);

const executionFile = Type.Object({
  id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  sizeBytes: natural,
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

const executionSpec = Type.Object({
  executionId: id,
  runId: Type.String(),
  gridId: Type.String(),
  tool: toolName,
  engine: Type.Optional(Type.Enum(['spate', 'apache'])),
  ...withoutServiceSettings(
    forEachSetting(
      () => nullable(Type.Number()),
      () => nullable(Type.String()),
    ),
  ),
  secrets: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
  files: Type.Array(executionFile),
  nodeIndex: natural,
  gridIndex: natural,
  nodeCount: natural,
  part: Type.Optional(Type.Object({ index: natural, count: Type.Integer({ minimum: 1 }) })),
  region: Type.String(),
  numbers: Type.Object({
    account: Type.Number(),
    project: Type.Number(),
    run: Type.Number(),
    grid: Type.Number(),
    node: Type.Number(),
  }),
  maxResultsInArchiveBytes: Type.Number({ minimum: 0 }),
  stopGraceS: Type.Number({ minimum: 0 }),
  hasDirectStorage: Type.Optional(Type.Boolean()),
  stopAfterS: Type.Optional(Type.Number({ minimum: 0 })),
});

const generatorLoad = Type.Object({
  lagP99Ms: Type.Number({ minimum: 0 }),
  lagMaxMs: Type.Number({ minimum: 0 }),
  busyShare: Type.Number({ minimum: 0 }),
  includesStart: Type.Optional(Type.Enum(['lag', 'all'])),
});
const generatorReport = {
  latest: generatorLoad,
  run: Type.Optional(generatorLoad),
  inFlight: Type.Optional(Type.Object({ requests: natural, oldestMs: Type.Number({ minimum: 0 }) })),
};

const outcome = Type.Object({
  exitCode: nullable(Type.Integer()),
  signal: nullable(Type.String()),
  errors: sentences,
  samplesProduced: natural,
  samplesFramed: natural,
  lastSeq: natural,
  firstSampleAtMs: nullable(Type.Number()),
  samplesMoved: Type.Optional(natural),
  isOwnCountMissing: Type.Optional(Type.Boolean()),
  warnings: Type.Optional(sentences),
  generator: Type.Optional(Type.Object(generatorReport)),
  rows: Type.Optional(Type.Array(Type.Object({ file: Type.String(), used: natural }))),
});

const errorSample = Type.Object({
  label: Type.String(),
  code: Type.String(),
  message: Type.String(),
  startedAtMs: Type.Number(),
  elapsedMs: Type.Number(),
  latencyMs: Type.Number(),
  connectMs: Type.Number(),
  url: Type.String(),
  requestHead: Type.String({ maxLength: maxHeadLength * 2 }),
  requestBody: Type.String({ maxLength: maxBodyLength * 2 }),
  responseHead: Type.String({ maxLength: maxHeadLength * 2 }),
  responseBody: Type.String({ maxLength: maxBodyLength * 2 }),
  responseBytes: Type.Number(),
  details: Type.Optional(Type.String({ maxLength: maxDetailsLength * 2 })),
});

const executionStatus = Type.Object({
  executionId: id,
  state: Type.Enum(['preparing', 'ready', 'running', 'ended', 'delivered']),
  progress: nullable(Type.String()),
  errors: sentences,
  outcome: nullable(outcome),
});

const nodeInfo = Type.Object({
  hostname: Type.String(),
  ip: Type.String(),
  privateIp: Type.String(),
  agentVersion: Type.String(),
  cores: natural,
  memoryBytes: natural,
  executionMemoryBytes: Type.Optional(natural),
  sandbox: Type.Enum(['bubblewrap', 'none']),
  sandboxNotes: Type.Optional(sentences),
  tools: Type.Array(
    Type.Object({
      tool: toolName,
      isAvailable: Type.Boolean(),
      version: nullable(Type.String()),
      missing: sentences,
      engines: Type.Optional(Type.Array(Type.Enum(['spate', 'apache']))),
    }),
  ),
});

const nodeVitals = Type.Object({
  cpu: Type.Number(),
  memoryUsedBytes: Type.Number(),
  clockOffsetMs: Type.Number(),
  roundTripMs: Type.Number(),
  spoolBytes: Type.Optional(natural),
  framesWaiting: Type.Optional(natural),
});

export const serviceMessageSchemas = {
  welcome: Type.Object({
    type: Type.Literal('welcome'),
    nodeId: Type.String(),
    endsAtMs: nullable(Type.Number()),
  }),
  time: Type.Object({ type: Type.Literal('time'), sentAtMs: Type.Number(), serviceTimeMs: Type.Number() }),
  desired: Type.Object({
    type: Type.Literal('desired'),
    executions: Type.Array(
      Type.Object({
        spec: executionSpec,
        want: Type.Enum(['prepare', 'run', 'stop', 'kill', 'forget']),
        startAtMs: nullable(Type.Number()),
        control: Type.Optional(
          Type.Object({ users: nullable(Type.Integer({ minimum: 1 })), isPaused: Type.Boolean() }),
        ),
      }),
    ),
  }),
  ack: Type.Object({ type: Type.Literal('ack'), executionId: id, seq: natural }),
  rows: Type.Object({
    type: Type.Literal('rows'),
    executionId: id,
    file: Type.String(),
    used: natural,
    held: Type.Array(Type.Tuple([natural, natural])),
    isExhausted: Type.Boolean(),
  }),
  end: Type.Object({ type: Type.Literal('end'), reason: Type.String() }),
} as const;

export const agentMessageSchemas = {
  hello: Type.Object({
    type: Type.Literal('hello'),
    protocol: natural,
    info: nodeInfo,
    executions: Type.Array(executionStatus),
  }),
  time: Type.Object({ type: Type.Literal('time'), sentAtMs: Type.Number() }),
  vitals: Type.Object({
    type: Type.Literal('vitals'),
    vitals: nodeVitals,
    generators: Type.Optional(Type.Array(Type.Object({ executionId: id, ...generatorReport }))),
  }),
  status: Type.Object({ type: Type.Literal('status'), execution: executionStatus }),
  'error-sample': Type.Object({
    type: Type.Literal('error-sample'),
    executionId: id,
    seq: Type.Integer({ minimum: 0, maximum: maxErrorSamples - 1 }),
    sample: errorSample,
  }),
  rows: Type.Object({
    type: Type.Literal('rows'),
    executionId: id,
    file: Type.String({ minLength: 1 }),
    rows: natural,
    used: natural,
    wanted: natural,
  }),
  log: Type.Object({ type: Type.Literal('log'), executionId: id, lines: sentences }),
} as const;

export const archiveFactsSchema = Type.Object({
  sizeBytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export const directDownloadSchema = Type.Object({ url: Type.String() });

export const directUploadSchema = Type.Union([
  Type.Object({ url: Type.String(), headers: Type.Record(Type.String(), Type.String()) }),
  Type.Object({ isStored: Type.Literal(true) }),
]);

export const joinRequestSchema = Type.Object({
  secret: Type.String({ minLength: 1 }),
  gridId: id,
  info: nodeInfo,
  previousNodeId: Type.Optional(Type.String()),
  index: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
});

export const joinAnswerSchema = Type.Object({
  nodeId: Type.String({ pattern: '^[0-9A-Za-z]+$' }),
  credential: Type.String({ pattern: '^[!-~]+$' }),
  endsAtMs: nullable(Type.Number()),
});
