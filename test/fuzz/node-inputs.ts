import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { encodeRecord } from '../../src/agent/spool/record.ts';
import { forEachSetting } from '../../src/domain/run-settings.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { encodeFrame } from '../../src/metrics/frame.ts';
import { LabelStats } from '../../src/metrics/label-stats.ts';
import { emptyRollup } from '../../src/metrics/rollup.ts';
import { encodeRollup } from '../../src/metrics/rollup-codec.ts';
import { encodeFrameMessage, type SentFrame } from '../../src/protocol/frame-message.ts';
import { encodeBlock } from '../../src/tool-process/block-codec.ts';
import { damaged, damagedText, samplesOf } from './inputs.ts';
import { oddJson } from './odd-json.ts';

const second = 1_700_000_000;
export const executionId = '0123456789abcdefABCDEF';
const label = fc.constantFrom('Home', 'Checkout', '', 'é\u0000', 'n'.repeat(300));

/** Statistics of up to four labels. */
const labels = fc
  .array(fc.tuple(label, fc.nat(20), fc.nat(3), fc.nat()), { maxLength: 4 })
  .map((list) => new Map(list.map(([name, passed, failed, seed]) => [name, stats(passed, failed, seed)])));

function stats(passed: number, failed: number, seed: number): LabelStats {
  const random = seededRandom(seed);
  const made = new LabelStats();
  for (let at = 0; at < passed + failed; at++)
    made.add(at < passed, Math.floor(random() * 1e6), 900, 10, 200, 100);
  if (passed > 2) made.addPassedCode(`${200 + (seed % 300)}`, 2);
  const example = { label: 'Home', atMs: second * 1000 };
  if (failed > 0) made.addError({ code: '500', message: 'Broken', count: failed, example });
  return made;
}

export const framePayload = samplesOf(
  labels.map((made) => encodeFrame({ seq: 1, second, users: 3, labels: made })),
);

const frames: fc.Arbitrary<SentFrame[]> = fc
  .array(framePayload, { maxLength: 3 })
  .map((payloads) => payloads.map((payload, at) => ({ seq: at + 1, second, payload })));

export const frameMessage = damaged(
  samplesOf(frames.map((list) => encodeFrameMessage(executionId, list))),
  16 * 1024,
);

export const rollup = samplesOf(
  labels.map((made) => {
    const built = emptyRollup(second, 15);
    built.labels = made;
    return encodeRollup(built);
  }),
);

const record = fc
  .tuple(frames, fc.option(framePayload), fc.nat(1), fc.constantFrom('', '123', 'a'.repeat(200)))
  .map(([list, payload, samplesMoved, offset]) =>
    encodeRecord({
      frames: list,
      progress: {
        offset: offset === '' ? undefined : offset,
        lastSeq: list.length,
        samplesFramed: 5,
        samplesMoved,
        firstSampleAtMs: null,
        users: 3,
        clockOffsetMs: -12.5,
        open: payload && { second, payload },
      },
    }),
  );

/** Damaged records; half of them with a checksum that fits. */
export const spoolRecord = fc
  .tuple(damaged(samplesOf(record), 16 * 1024), fc.boolean())
  .map(([bytes, isSigned]) => {
    if (isSigned && bytes.length > 8) {
      bytes.writeUInt32BE(bytes.length - 8, 0);
      bytes.writeUInt32BE(crc32(bytes.subarray(8)), 4);
    }
    return bytes;
  });

export const block = samplesOf(
  labels.map((made) =>
    encodeBlock({
      second,
      users: 3,
      usersNow: 2,
      firstStartedAtMs: second * 1000,
      labels: made,
      generator: undefined,
    }),
  ),
);

const info = {
  hostname: 'node-1',
  ip: '127.0.0.1',
  privateIp: '127.0.0.1',
  agentVersion: '1.0.0',
  cores: 2,
  memoryBytes: 1e9,
  sandbox: 'none',
  tools: [{ tool: 'jmeter', isAvailable: true, version: null, missing: [] }],
};
const status = { executionId, state: 'running', progress: null, errors: [], outcome: null };
const run = { lagP99Ms: 1, lagMaxMs: 2.5, busyShare: 0.5, includesStart: 'lag' };
const inFlight = { requests: 3, oldestMs: 1.5 };
const spec = {
  executionId,
  runId: 'r',
  gridId: 'g',
  tool: 'jmeter',
  engine: 'spate',
  ...forEachSetting(
    () => 5 as number | null,
    () => 'a=b' as string | null,
  ),
  secrets: [{ name: 'token', value: 's' }],
  files: [{ id: 'f', name: 'plan.jmx', sizeBytes: 5, sha256: 'a'.repeat(64) }],
  nodeIndex: 0,
  gridIndex: 0,
  nodeCount: 1,
  part: { index: 0, count: 1 },
  region: 'x',
  numbers: { account: 1, project: 1, run: 1, grid: 1, node: 1 },
  maxResultsInArchiveBytes: 5,
  stopGraceS: 5,
  hasDirectStorage: true,
  stopAfterS: 60,
};
const control = { users: 5, isPaused: false };
const errorSample = {
  label: 'Home',
  code: '500',
  message: 'Broken',
  startedAtMs: second * 1000,
  elapsedMs: 5,
  latencyMs: 4,
  connectMs: 1,
  url: 'http://127.0.0.1/',
  requestHead: 'GET / HTTP/1.1',
  requestBody: '',
  responseHead: 'HTTP/1.1 500 Broken',
  responseBody: '{}',
  responseBytes: 2,
  details: 'x',
};
const outcome = {
  exitCode: 0,
  signal: null,
  errors: [],
  samplesProduced: 5,
  samplesFramed: 5,
  lastSeq: 5,
  firstSampleAtMs: 1,
  generator: { latest: run, run, inFlight },
  rows: [{ file: 'a.csv', used: 5 }],
};
const vitals = { cpu: 0.5, memoryUsedBytes: 1, clockOffsetMs: 0, roundTripMs: 1 };
const messages = [
  { type: 'hello', protocol: 1, info, executions: [status] },
  { type: 'time', sentAtMs: 1 },
  { type: 'vitals', vitals },
  { type: 'status', execution: status },
  { type: 'log', executionId, lines: ['a', '\u0000'] },
  { type: 'welcome', nodeId: 'n', endsAtMs: null },
  { type: 'ack', executionId, seq: 5 },
  { type: 'vitals', vitals, generators: [{ executionId, latest: run, run, inFlight }] },
  { type: 'status', execution: { ...status, state: 'ended', outcome } },
  { type: 'error-sample', executionId, seq: 1, sample: errorSample },
  { type: 'rows', executionId, file: 'a.csv', rows: 5, used: 3, wanted: 2 },
  { type: 'rows', executionId, file: 'a.csv', used: 3, held: [[0, 5]], isExhausted: false },
  { type: 'desired', executions: [{ spec, want: 'run', startAtMs: 1, control }] },
  { type: 'end', reason: 'over' },
  { secret: 's', gridId: executionId, info },
  { nodeId: 'n', credential: 'c', endsAtMs: null },
  { sizeBytes: 5, sha256: 'a'.repeat(64) },
  { url: 'https://files.example/x?y', headers: { 'content-type': 'x' } },
];

/** The messages, which are valid for at least one parser. */
export const validMessages: readonly string[] = messages.map((message) => JSON.stringify(message));

export const linkMessage = fc.oneof(damagedText(fc.constantFrom(...validMessages)), oddJson(validMessages));

/** Lines of the files that tools write for failed samples. */
export const errorSampleLine = fc.oneof(
  damagedText(fc.constant(JSON.stringify(errorSample))),
  oddJson([JSON.stringify(errorSample)]),
);

/** Bytes of a WebSocket connection from a client: masked frames of text, binary data and control, damaged. */
export const socketBytes = damaged(
  fc
    .array(
      fc.tuple(
        fc.constantFrom(0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x88, 0x89, 0x8a, 0xc1, 0x8f),
        fc.oneof(
          linkMessage.map((text) => Buffer.from(text)),
          frameMessage,
          fc.constant(Buffer.alloc(0)),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((list) => Buffer.concat(list.map(([first, content]) => maskedFrame(first, content)))),
);

function maskedFrame(first: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 126 ? Buffer.of(first, 0x80 | length) : Buffer.of(first, 0xfe, length >> 8, length & 0xff);
  // A mask of zeros leaves the content as it is.
  return Buffer.concat([head, Buffer.alloc(4), content.subarray(0, 0xffff)]);
}

const jtlHeader =
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect';
const jtlLines = [
  '1700000000000,12,Home,200,OK,Users 1-1,true,,312,120,1,1,http://127.0.0.1/,11,0,1',
  '1700000000100,7,"a ""quoted"", label",500,"two\nlines",Users 1-2,false,"Test failed: code\r\n",0,0,1,2,,0,0,0',
  '1700000000200,-5,,,,,,,,,,,,,,',
  'not a time,1,Home,200,OK,t,true,,1,1,1,1,,1,0,1',
];

/** A result file of JMeter: a header and lines, damaged. */
export const jtlFile = damaged(
  fc
    .tuple(
      fc.constantFrom(jtlHeader, 'label,timeStamp,success', ''),
      fc.array(fc.constantFrom(...jtlLines), { maxLength: 6 }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([header, lines, end]) => Buffer.from([header, ...lines, ''].join(end))),
);

export const sampleLine = damagedText(
  fc.constantFrom(
    '["Home",1700000000000,1200,900,10,1,"200","",312,120,3]',
    '["Checkout",1700000000000.5,-1,null,1e400,0,500,"Broken",{},[],"3"]',
    '[]',
    'null',
  ),
);

/** Headers of blocks that overlap, each with a wrong checksum, as a script could write them. */
export const falseBlocks = fc.integer({ min: 65, max: 400_000 }).map((bodyBytes) => {
  const header = Buffer.alloc(12);
  header.write('SPB1', 'latin1');
  header.writeUInt32BE(bodyBytes, 4);
  return Buffer.alloc(2 ** 19, header);
});
