import Type, { type Static } from 'typebox';
import { engineChoices } from '../../domain/engine.ts';
import { forEachSetting } from '../../domain/run-settings.ts';
import { toolNames } from '../../domain/tool.ts';
import { verdictWords } from '../../domain/verdict.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = (maxLength: number) => Type.String({ maxLength });
const sentences = Type.Array(text(20_000), { maxItems: 1000 });
const time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
const natural = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const figure = Type.Number({ minimum: 0 });
const condition = text(1000);

/** `run.json` of a run file: everything but the roll-ups, from which figures are recomputed. */
export const runDocumentSchema = Type.Object({
  id: text(100),
  tool: Type.Enum([...toolNames]),
  toolRequested: text(100),
  engineRequested: Type.Enum([...engineChoices]),
  engine: nullable(Type.Enum(['spate', 'apache'])),
  engineReasons: Type.Array(Type.Object({ element: text(2000), place: text(2000), reason: text(2000) }), {
    maxItems: 1000,
  }),
  name: nullable(text(500)),
  notes: nullable(text(20_000)),
  tags: Type.Array(text(100), { maxItems: 100 }),
  project: text(200),
  test: nullable(text(200)),
  planVersion: nullable(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })),
  planName: nullable(text(4096)),
  settings: Type.Object(
    forEachSetting(
      // Files of other versions may lack it.
      () => Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }))),
      () => Type.Optional(nullable(text(100_000))),
    ),
  ),
  secretNames: Type.Array(text(200), { maxItems: 100 }),
  createdAt: time,
  startedAt: nullable(time),
  stoppedAt: time,
  loadEndedAt: nullable(time),
  stopRequestedAt: nullable(time),
  remoteErrors: sentences,
  warnings: sentences,
  failIf: Type.Array(condition, { maxItems: 50 }),
  abortIf: Type.Array(condition, { maxItems: 50 }),
  thresholds: Type.Array(
    Type.Object({
      expression: condition,
      passed: nullable(Type.Boolean()),
      actual: nullable(Type.Number()),
      text: text(2000),
    }),
    { maxItems: 50 },
  ),
  passed: nullable(Type.Boolean()),
  aborted: nullable(Type.Object({ rule: condition, at: time, text: text(2000) })),
  generator: nullable(
    Type.Object({
      lagP99Ms: figure,
      lagMaxMs: figure,
      busyShare: figure,
      includesStart: Type.Optional(Type.Enum(['lag', 'all'])),
    }),
  ),
  verdict: Type.Enum([...verdictWords]),
  doubts: sentences,
  isComplete: nullable(Type.Boolean()),
  receipt: nullable(
    Type.Object({
      produced: natural,
      framed: natural,
      received: natural,
      stored: natural,
      reported: natural,
      isComplete: Type.Boolean(),
      explanations: sentences,
      notes: sentences,
      startSpreadMs: nullable(Type.Number()),
      rows: Type.Optional(
        Type.Array(
          Type.Object({
            file: text(4200),
            rows: natural,
            used: natural,
            returned: natural,
            lost: natural,
            left: natural,
          }),
          { maxItems: 1000 },
        ),
      ),
    }),
  ),
  annotations: Type.Array(Type.Object({ at: time, kind: Type.Enum(['note', 'deploy']), text: text(2000) }), {
    maxItems: 500,
  }),
});

export type RunDocument = Static<typeof runDocumentSchema>;

/** `manifest.json`: the signed content. */
export const manifestSchema = Type.Object({
  format: Type.Literal('spate-run'),
  version: Type.Integer({ minimum: 1 }),
  run: text(100),
  service: text(2000),
  exportedAt: time,
  entries: Type.Array(
    Type.Object({ name: text(4200), sizeBytes: natural, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    { maxItems: 20_000 },
  ),
});

export type Manifest = Static<typeof manifestSchema>;

/** `signature.json`: Ed25519, over the bytes of manifest.json. */
export const signatureSchema = Type.Object({
  algorithm: Type.Literal('ed25519'),
  publicKey: text(1000),
  signature: text(1000),
});

export const runFileVersion = 1;
/** In the order of the file. Roll-ups and the plan are between the document and the manifest. */
export const entryNames = {
  document: 'run.json',
  manifest: 'manifest.json',
  signature: 'signature.json',
  rollups: 'rollups/',
  plan: 'plan/',
} as const;

export const runFileLimits = {
  entries: 20_000,
  documentBytes: 16 * 2 ** 20,
  planBytes: 64 * 2 ** 20,
  /** One entry with roll-ups. */
  rollupsBytes: 64 * 2 ** 20,
  totalBytes: 2 ** 30,
  /** One roll-up, decompressed. */
  rollupBytes: 64 * 2 ** 20,
};
