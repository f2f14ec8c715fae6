import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { noSettings } from '../../domain/run-settings.ts';
import { removeTree } from '../../lib/remove-tree.ts';
import { createSealer } from '../../lib/seal.ts';
import { emptyRollup } from '../../metrics/rollup.ts';
import { encodeRollup } from '../../metrics/rollup-codec.ts';
import type { Database } from '../../store/database.ts';
import { readRunFile } from './read-run-file.ts';
import type { RollupRecord } from './rollup-records.ts';
import type { RunDocument } from './run-document.ts';
import { type SigningKey, signingKeyOf } from './signing-key.ts';
import { writeRunFile } from './write-run-file.ts';

const document: RunDocument = {
  id: 'abcdefghijklmnopqrstuv',
  tool: 'jmeter',
  toolRequested: 'jmeter',
  engineRequested: 'auto',
  engine: 'spate',
  engineReasons: [],
  name: 'Checkout',
  notes: null,
  tags: ['nightly'],
  project: 'Shop',
  test: 'checkout',
  planVersion: 2,
  planName: 'plan.jmx',
  settings: { ...noSettings, threads: 5 },
  secretNames: ['token'],
  createdAt: '2026-11-01T10:00:00.000Z',
  startedAt: '2026-11-01T10:00:05.000Z',
  stoppedAt: '2026-11-01T10:01:05.000Z',
  loadEndedAt: '2026-11-01T10:01:00.000Z',
  stopRequestedAt: null,
  remoteErrors: [],
  warnings: [],
  failIf: ['p95 > 1s'],
  abortIf: [],
  thresholds: [{ expression: 'p95 > 1s', passed: true, actual: 20, text: 'p95 ≤ 1 s (20 ms)' }],
  passed: true,
  aborted: null,
  generator: null,
  verdict: 'passed',
  doubts: [],
  isComplete: true,
  receipt: null,
  annotations: [{ at: '2026-11-01T10:00:30.000Z', kind: 'deploy', text: 'v2' }],
};
const second = 1_793_527_205;

let key: SigningKey;
before(async () => {
  // The key is stored once; the second call reads it.
  const rows = new Map<string, unknown>();
  const database = {
    query: async (sql: string, [name, value]: string[]) => {
      if (sql.startsWith('insert')) rows.set(name ?? '', JSON.parse(value ?? ''));
      return rows.has(name ?? '') ? [{ value: rows.get(name ?? '') }] : [];
    },
    transaction: async (work: (tx: unknown) => unknown) => work(database),
  } as unknown as Database;
  const sealer = createSealer(Buffer.alloc(32, 1));
  key = await signingKeyOf(database, sealer);
  assert.equal((await signingKeyOf(database, sealer)).fingerprint, key.fingerprint);
  assert.doesNotMatch(JSON.stringify([...rows.values()]), /PRIVATE KEY/);
});

function rollup(spanS: RollupRecord['spanS'], startS: number): RollupRecord {
  return { spanS, startS, payload: encodeRollup(emptyRollup(startS, spanS)), total: null };
}

async function exported(rollups: RollupRecord[] = [rollup(1, second), rollup(0, 0)]): Promise<Buffer> {
  const stream = writeRunFile({
    document,
    plan: { name: 'plan.jmx', content: Buffer.from('<jmeterTestPlan/>') },
    rollups: (async function* () {
      yield* rollups;
    })(),
    service: 'https://spate.example',
    exportedAt: new Date('2026-11-02T00:00:00.000Z'),
    key,
  });
  return Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
}

async function read(t: TestContext, bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'spate-run-file-'));
  t.after(() => removeTree(folder));
  await writeFile(join(folder, 'file'), bytes);
  return readRunFile(join(folder, 'file'), 100);
}

type Entries = Map<string, Buffer>;

/** The file with other entries. */
async function changed(bytes: Buffer, change: (entries: Entries) => void, type: 'file' | 'symlink' = 'file') {
  const entries: Entries = new Map();
  const tar = extract();
  tar.end(gunzipSync(bytes));
  for await (const entry of tar)
    entries.set(entry.header.name, Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>)));
  change(entries);
  const packed = pack();
  for (const [name, content] of entries)
    if (type === 'symlink' && name.startsWith('plan/')) packed.entry({ name, type, linkname: '/etc/passwd' });
    else packed.entry({ name }, content);
  packed.finalize();
  return gzipSync(Buffer.concat(await Array.fromAsync(packed as unknown as AsyncIterable<Buffer>)));
}

const edit = (entries: Entries, name: string, from: string, to: string) =>
  entries.set(name, Buffer.from((entries.get(name)?.toString() ?? '').replace(from, to)));

describe('run file', () => {
  it('is verified when it was not changed', async (t) => {
    const { document: found, origin } = await read(t, await exported());
    assert.deepEqual(found, document);
    assert.deepEqual(origin, {
      runId: document.id,
      service: 'https://spate.example',
      exportedAt: '2026-11-02T00:00:00.000Z',
      keyFingerprint: key.fingerprint,
      isVerified: true,
      problem: null,
    });
  });

  it('is marked when an entry was changed, removed or added, or the signature is of another key', async (t) => {
    const bytes = await exported();
    const problems: [RegExp, (entries: Entries) => void][] = [
      [
        /^run\.json was changed/,
        (entries) => edit(entries, 'run.json', '"verdict": "passed"', '"verdict": "failed"'),
      ],
      [/^plan\/plan\.jmx was changed/, (entries) => entries.set('plan/plan.jmx', Buffer.from('<other/>'))],
      [/^plan\/plan\.jmx is missing/, (entries) => entries.delete('plan/plan.jmx')],
      [/^plan\/b\.jmx was added/, (entries) => entries.set('plan/b.jmx', Buffer.from('b'))],
      [
        /signature does not match/,
        (entries) => edit(entries, 'manifest.json', 'spate.example', 'other.example'),
      ],
      [
        /signature does not match/,
        (entries) => {
          const { publicKey } = generateKeyPairSync('ed25519');
          const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
          const signature = JSON.parse(entries.get('signature.json')?.toString() ?? '');
          entries.set('signature.json', Buffer.from(JSON.stringify({ ...signature, publicKey: pem })));
        },
      ],
      [/public key cannot be read/, (entries) => edit(entries, 'signature.json', 'BEGIN', 'BEGAN')],
    ];
    for (const [problem, change] of problems) {
      const { origin } = await read(t, await changed(bytes, change));
      assert.equal(origin.isVerified, false);
      assert.match(origin.problem ?? '', problem);
    }
  });

  it('is rejected when it is hostile or incomplete', async (t) => {
    const bytes = await exported();
    const rejected: [RegExp, (entries: Entries) => void][] = [
      [/does not belong/, (entries) => entries.set('../plan.jmx', Buffer.from('x'))],
      [/does not belong/, (entries) => entries.set('plan/../../x', Buffer.from('x'))],
      [/does not belong/, (entries) => entries.set('/etc/passwd', Buffer.from('x'))],
      [/has no run\.json/, (entries) => entries.delete('run.json')],
      [/has no signature\.json/, (entries) => entries.delete('signature.json')],
      [/does not have the fields/, (entries) => edit(entries, 'run.json', '"jmeter"', '"other"')],
      [/cannot be stored/, (entries) => edit(entries, 'run.json', 'Checkout', '\\u0000')],
      [/not a valid run file.*p95/, (entries) => edit(entries, 'run.json', 'p95 > 1s', 'p95 >')],
      [/reads version 1/, (entries) => edit(entries, 'manifest.json', '"version": 1', '"version": 2')],
      [
        /rollups\/00001\.bin cannot be read/,
        (entries) => entries.set('rollups/00001.bin', Buffer.from('short')),
      ],
    ];
    for (const [message, change] of rejected)
      await assert.rejects(read(t, await changed(bytes, change)), { code: 'archive_refused', message });
    await assert.rejects(read(t, await changed(bytes, () => {}, 'symlink')), /is not a file/);
    await assert.rejects(read(t, Buffer.from('no archive')), /cannot be unpacked/);
    await assert.rejects(read(t, bytes.subarray(0, bytes.length / 2)), /cannot be unpacked/);
    await assert.rejects(read(t, await exported([rollup(1, second), rollup(1, second)])), /occurs twice/);
    const moved = { ...rollup(1, second), startS: second + 1 };
    await assert.rejects(read(t, await exported([moved])), /has another time/);
  });

  it('is rejected when its content is too large, before it is unpacked', async (t) => {
    const bytes = await exported();
    const large = Buffer.alloc(17 * 2 ** 20, ' ');
    await assert.rejects(
      read(t, await changed(bytes, (entries) => entries.set('run.json', large))),
      /"run\.json" is too large/,
    );
  });
});
