import assert from 'node:assert/strict';
import { open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import * as ws from 'ws';
import { decodeRecord, recordHeaderBytes } from '../../src/agent/spool/record.ts';
import { RecordReader } from '../../src/agent/spool/record-reader.ts';
import { parseErrorSample } from '../../src/domain/error-sample.ts';
import { decodeFrame } from '../../src/metrics/frame.ts';
import { decodeRollup } from '../../src/metrics/rollup-codec.ts';
import { decodeFrameMessage } from '../../src/protocol/frame-message.ts';
import {
  parseAgentMessage,
  parseArchiveFacts,
  parseDirectDownload,
  parseDirectUpload,
  parseJoinAnswer,
  parseJoinRequest,
  parseServiceMessage,
} from '../../src/protocol/parse-message.ts';
import { decodeBlock, samplesInBlock, scanBlocks } from '../../src/tool-process/block-codec.ts';
import { parseSample } from '../../src/tool-process/sample-line.ts';
import { completeRecords, splitRecord, splitRecords } from '../../src/tools/jmeter/csv-records.ts';
import { countRecords, readSamples } from '../../src/tools/jmeter/result-file.ts';
import { fuzz, fuzzAsync, fuzzSeed, rejected } from './fuzz.ts';
import { damaged } from './inputs.ts';
import {
  block,
  errorSampleLine,
  falseBlocks,
  frameMessage,
  framePayload,
  jtlFile,
  linkMessage,
  rollup,
  sampleLine,
  socketBytes,
  spoolRecord,
  validMessages,
} from './node-inputs.ts';

// What nodes send, and what tools and scripts write on them.
const file = join(tmpdir(), `spate-fuzz-${process.pid}-${fuzzSeed}`);
after(() => rm(file, { force: true }));

/** Decoders of measurements throw an Error with a sentence; the caller skips the data. */
function readOrThrow(prefix: RegExp, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    assert.match((error as Error).message, prefix);
  }
}

const messageParsers = [
  parseAgentMessage,
  parseServiceMessage,
  ...[parseJoinRequest, parseJoinAnswer, parseArchiveFacts, parseDirectUpload, parseDirectDownload].map(
    (parse) => (text: string) => parse(JSON.parse(text)),
  ),
];

/** Number of parsers that accept the message. */
function acceptedBy(text: string): number {
  let accepted = 0;
  for (const parse of messageParsers) {
    try {
      const message = parse(text);
      if (!('type' in message) || message.type !== 'unknown') accepted += 1;
    } catch (error) {
      if (!(error instanceof SyntaxError)) rejected(error);
    }
  }
  return accepted;
}

test('each message of the link that is changed at random is valid before', () => {
  for (const message of validMessages) assert.ok(acceptedBy(message) > 0, message);
});

fuzz('messages of the link', { inputs: 60_000, from: linkMessage, parse: acceptedBy });

fuzz('samples of errors', {
  inputs: 20_000,
  from: errorSampleLine,
  parse(line) {
    const sample = parseErrorSample(line);
    if (!sample) return;
    const values: unknown[] = Object.values(sample);
    for (const value of values)
      assert.ok(
        typeof value === 'number'
          ? Number.isFinite(value) && value >= 0
          : typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
      );
  },
});

fuzz('frame messages', {
  inputs: 60_000,
  from: frameMessage,
  parse(bytes) {
    try {
      for (const { seq, second, payload } of decodeFrameMessage(bytes).frames)
        readOrThrow(/^Frame \d+ of second/, () => decodeFrame(seq, second, payload));
    } catch (error) {
      rejected(error);
    }
  },
});

fuzz('frames', {
  inputs: 60_000,
  from: damaged(framePayload, 16 * 1024),
  parse: (payload) => readOrThrow(/^Frame 1 of second 2/, () => decodeFrame(1, 2, payload)),
});

fuzz('roll-ups', {
  inputs: 30_000,
  from: damaged(rollup, 16 * 1024),
  parse: (payload) => readOrThrow(/^A roll-up cannot be read/, () => decodeRollup(payload)),
});

interface Receiver {
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  write(bytes: Buffer): boolean;
}
/** The parser of the WebSocket server; its types are not published. */
const { Receiver: SocketReceiver } = ws as unknown as { Receiver: new (options: object) => Receiver };

fuzz('bytes of a WebSocket connection', {
  inputs: 40_000,
  from: socketBytes,
  parse(bytes) {
    const receiver = new SocketReceiver({ isServer: true, maxPayload: 16 << 20 });
    receiver.on('error', (error) => assert.match((error as NodeJS.ErrnoException).code ?? '', /^WS_ERR_/));
    // As the service does after an invalid message.
    let isOver = false;
    receiver.on('message', (data, isBinary) => {
      if (isOver) return;
      try {
        if (isBinary) decodeFrameMessage(data);
        else parseAgentMessage(data.toString('utf8'));
      } catch (error) {
        isOver = true;
        rejected(error);
      }
    });
    receiver.write(bytes);
  },
});

fuzz('spool records', {
  inputs: 80_000,
  from: spoolRecord,
  parse(bytes) {
    if (bytes.length < recordHeaderBytes) return;
    for (const { payload } of decodeRecord(bytes)?.frames ?? []) assert.ok(payload.length <= bytes.length);
  },
});

fuzzAsync('spool files', {
  inputs: 3_000,
  from: fc.array(spoolRecord, { maxLength: 3 }).map((records) => Buffer.concat(records)),
  async parse(bytes) {
    await writeFile(file, bytes);
    const handle = await open(file);
    try {
      const reader = new RecordReader(handle, 0, bytes.length);
      for (let last = 0, next = await reader.next(); next; next = await reader.next()) {
        assert.ok(next.position === last && next.end <= bytes.length);
        last = next.end;
      }
    } finally {
      await handle.close();
    }
  },
});

fuzz('lines of a sample log', {
  inputs: 60_000,
  from: sampleLine,
  parse(line) {
    const sample = parseSample(line);
    if (!sample) return;
    assert.ok(Number.isFinite(sample.startedAtMs));
    for (const number of [
      sample.elapsedUs,
      sample.latencyUs,
      sample.connectUs,
      sample.bytesIn,
      sample.bytesOut,
    ])
      assert.ok(Number.isSafeInteger(number) || number > 2 ** 53, String(number));
  },
});

fuzz('records of a JTL file', {
  inputs: 50_000,
  from: jtlFile,
  parse(bytes) {
    const text = completeRecords(bytes).toString('utf8');
    for (const record of splitRecords(text)) assert.ok(splitRecord(record).length > 0);
  },
});

fuzzAsync('JTL files, read at once and in two parts', {
  inputs: 2_000,
  // Four readings, each with a buffer of 2 MB.
  maxProcessorMs: 200,
  from: fc.tuple(jtlFile, fc.nat()),
  async parse([bytes, place]) {
    const cut = bytes.length === 0 ? 0 : place % bytes.length;
    await writeFile(file, bytes.subarray(0, cut));
    const first = await readSamples(file, undefined);
    await writeFile(file, bytes);
    const second = await readSamples(file, first.offset);
    const whole = await readSamples(file, undefined);
    assert.deepEqual([...first.samples, ...second.samples], whole.samples);
    assert.ok((await countRecords(file)).records >= whole.samples.length);
  },
});

fuzz('blocks of a result file', {
  inputs: 40_000,
  from: damaged(
    fc.array(block, { minLength: 1, maxLength: 3 }).map((blocks) => Buffer.concat(blocks)),
    16 * 1024,
  ),
  parse(bytes) {
    const { bodies, consumed } = scanBlocks(bytes);
    assert.ok(consumed <= bytes.length);
    for (const body of bodies) {
      samplesInBlock(body);
      readOrThrow(/cannot be read/, () => decodeBlock(body));
    }
  },
});

fuzz('headers without blocks in a result file', {
  inputs: 100,
  from: falseBlocks,
  parse: (bytes) => assert.equal(scanBlocks(bytes).bodies.length, 0),
});
