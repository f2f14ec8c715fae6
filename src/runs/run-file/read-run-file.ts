import { createHash } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { parseAbortRule } from '../../domain/abort-rule.ts';
import { AppError } from '../../domain/errors.ts';
import type { RunImport } from '../../domain/run-import.ts';
import { parseThreshold } from '../../domain/threshold.ts';
import { decodeRollup } from '../../metrics/rollup-codec.ts';
import type { Span } from '../../store/rollups.ts';
import { readEntries, refuse } from './read-entries.ts';
import { decodeRecords } from './rollup-records.ts';
import {
  entryNames,
  type Manifest,
  manifestSchema,
  type RunDocument,
  runDocumentSchema,
  runFileLimits,
  runFileVersion,
  signatureSchema,
} from './run-document.ts';
import { checkSignature } from './signing-key.ts';

/** A checked run file. Its roll-ups and plan are read again when it is stored. */
export interface RunFileContent {
  document: RunDocument;
  origin: RunImport;
}

type Hashes = Map<string, { sizeBytes: number; sha256: string }>;

/** Reads and checks a whole run file. Throws `archive_refused` when it cannot be displayed. */
export async function readRunFile(path: string, maxLabels: number): Promise<RunFileContent> {
  const hashes: Hashes = new Map();
  const texts = new Map<string, Buffer>();
  const intervals = new Set<string>();
  for await (const { name, content } of readEntries(path)) {
    hashes.set(name, {
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    if (name.startsWith(entryNames.rollups)) checkRollups(name, content, intervals, maxLabels);
    else if (!name.startsWith(entryNames.plan)) texts.set(name, content);
  }
  const document = readJson(texts, entryNames.document, runDocumentSchema);
  checkDocument(document);
  const manifest = readJson(texts, entryNames.manifest, manifestSchema);
  if (manifest.version > runFileVersion)
    throw refuse(`it has version ${manifest.version}; this service reads version ${runFileVersion}`);
  const signature = readJson(texts, entryNames.signature, signatureSchema);
  const signed = checkSignature(texts.get(entryNames.manifest) ?? Buffer.alloc(0), signature);
  const problem =
    signed === undefined
      ? 'Its public key cannot be read.'
      : !signed.isValid
        ? 'Its signature does not match its list of contents.'
        : changeOf(manifest, hashes);
  return {
    document,
    origin: {
      runId: manifest.run,
      service: manifest.service,
      exportedAt: manifest.exportedAt,
      keyFingerprint: signed?.fingerprint ?? null,
      isVerified: problem === null,
      problem,
    },
  };
}

function readJson<S extends TSchema>(texts: Map<string, Buffer>, name: string, schema: S): Static<S> {
  const content = texts.get(name);
  if (!content) throw refuse(`it has no ${name}`);
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    value = JSON.parse(text, (_, each: unknown) => {
      // PostgreSQL stores neither NUL nor lone surrogates.
      if (typeof each === 'string' && (each.includes('\0') || !each.isWellFormed()))
        throw new Error('it has characters that cannot be stored');
      return each;
    });
  } catch (error) {
    throw refuse(`${name} cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!Check(schema, value)) throw refuse(`${name} does not have the fields of a run file`);
  return value;
}

/** Conditions are parsed again whenever the run is shown. */
function checkDocument({ failIf, abortIf, thresholds, createdAt, stoppedAt }: RunDocument): void {
  try {
    for (const expression of [...failIf, ...thresholds.map((each) => each.expression)])
      parseThreshold(expression);
    for (const rule of abortIf) parseAbortRule(rule);
  } catch (error) {
    if (error instanceof AppError) throw refuse(error.message.replace(/\.$/, ''));
    throw error;
  }
  if (Number.isNaN(Date.parse(createdAt)) || Number.isNaN(Date.parse(stoppedAt)))
    throw refuse('it has an invalid time');
}

function checkRollups(name: string, content: Buffer, intervals: Set<string>, maxLabels: number): void {
  try {
    for (const { spanS, startS, payload, total } of decodeRecords(content)) {
      const interval = `${spanS} ${startS}`;
      if (intervals.has(interval)) throw new Error(`the interval ${interval} occurs twice`);
      intervals.add(interval);
      for (const part of total ? [payload, total] : [payload]) checkRollup(part, spanS, startS, maxLabels);
    }
  } catch (error) {
    throw refuse(`${name} cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
}

function checkRollup(payload: Buffer, spanS: Span, startS: number, maxLabels: number): void {
  const rollup = decodeRollup(payload, undefined, runFileLimits.rollupBytes);
  if (rollup.spanS !== spanS || rollup.startS !== startS)
    throw new Error(`the roll-up at ${startS} has another time`);
  // The overflow label is not counted.
  if (rollup.labels.size > maxLabels + 1)
    throw new Error(`a roll-up has ${rollup.labels.size} labels; the limit of this service is ${maxLabels}`);
}

/** How the entries differ from the signed list; null if they do not. */
function changeOf({ entries }: Manifest, hashes: Hashes): string | null {
  const unsigned = new Set(hashes.keys());
  unsigned.delete(entryNames.manifest);
  unsigned.delete(entryNames.signature);
  for (const { name, sizeBytes, sha256 } of entries) {
    const found = hashes.get(name);
    if (!found) return `${name} is missing.`;
    if (found.sizeBytes !== sizeBytes || found.sha256 !== sha256)
      return `${name} was changed after it was signed.`;
    unsigned.delete(name);
  }
  const [added] = unsigned;
  return added === undefined ? null : `${added} was added after it was signed.`;
}
