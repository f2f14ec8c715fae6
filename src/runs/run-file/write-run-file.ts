import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack, type Pack } from 'tar-stream';
import { encodeRecord, type RollupRecord } from './rollup-records.ts';
import { entryNames, type Manifest, type RunDocument, runFileVersion } from './run-document.ts';
import type { SigningKey } from './signing-key.ts';

export interface RunFileSource {
  document: RunDocument;
  /** Undefined if the plan was deleted, or uploaded in an archive. */
  plan: { name: string; content: Buffer } | undefined;
  rollups: AsyncIterable<RollupRecord>;
  /** Address of this service. */
  service: string;
  exportedAt: Date;
  key: SigningKey;
}

const rollupsBytesPerEntry = 4 * 2 ** 20;

/** A run as .tar.gz: document, plan and roll-ups, then the list of them with hashes, and its signature. */
export function writeRunFile(source: RunFileSource): Readable {
  const pack = createPack();
  const output = new PassThrough();
  fill(pack, source).catch((error) => pack.destroy(error));
  pipeline(pack, createGzip(), output).catch((error) => output.destroy(error));
  return output;
}

async function fill(pack: Pack, source: RunFileSource): Promise<void> {
  const { document, plan, service, exportedAt, key } = source;
  const entries: Manifest['entries'] = [];
  const add = async (name: string, content: Buffer) => {
    entries.push({
      name,
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    await write(pack, name, content, exportedAt);
  };
  await add(entryNames.document, Buffer.from(JSON.stringify(document, null, 2)));
  if (plan) await add(`${entryNames.plan}${plan.name}`, plan.content);
  let part = 0;
  for await (const content of joined(source.rollups)) {
    part += 1;
    await add(`${entryNames.rollups}${String(part).padStart(5, '0')}.bin`, content);
  }
  const manifest: Manifest = {
    format: 'spate-run',
    version: runFileVersion,
    run: document.id,
    service,
    exportedAt: exportedAt.toISOString(),
    entries,
  };
  const bytes = Buffer.from(JSON.stringify(manifest, null, 2));
  await write(pack, entryNames.manifest, bytes, exportedAt);
  const signature = { algorithm: 'ed25519', publicKey: key.publicKey, signature: key.sign(bytes) };
  await write(pack, entryNames.signature, Buffer.from(JSON.stringify(signature, null, 2)), exportedAt);
  pack.finalize();
}

/** Joins records into chunks that fit into memory. */
async function* joined(rollups: AsyncIterable<RollupRecord>): AsyncGenerator<Buffer> {
  let records: Buffer[] = [];
  let sizeBytes = 0;
  for await (const rollup of rollups) {
    const record = encodeRecord(rollup);
    records.push(record);
    sizeBytes += record.length;
    if (sizeBytes < rollupsBytesPerEntry) continue;
    yield Buffer.concat(records);
    records = [];
    sizeBytes = 0;
  }
  if (records.length > 0) yield Buffer.concat(records);
}

async function write(pack: Pack, name: string, content: Buffer, mtime: Date): Promise<void> {
  const { promise: written, resolve, reject } = Promise.withResolvers<void>();
  written.catch(() => {});
  const header = { name, size: content.length, mtime, mode: 0o644 };
  const entry = pack.entry(header, (error) => (error ? reject(error) : resolve()));
  if (content.length > 0 && !entry.write(content)) await Promise.race([once(entry, 'drain'), written]);
  entry.end(null);
  await written;
}
