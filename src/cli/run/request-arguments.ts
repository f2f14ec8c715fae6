import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Client } from '../../contract/client.ts';
import { defaultOptions, refusalOf } from '../../converters/conversion.ts';
import type { DocumentToConvert } from '../../converters/convert.ts';
import { CliError } from '../cli-error.ts';
import { openRunFiles, type RunFile } from './run-files.ts';

/** Whether an argument is a request instead of a file: `[method] URL [weight]`, or a curl command. */
export function isRequest(argument: string): boolean {
  return /^\s*(?:[a-z]+\s+)?https?:\/\//i.test(argument) || /^\s*curl\s/.test(argument);
}

/** Whether an argument is the address of a recording, which the service fetches and converts. */
export function isRecordingUrl(argument: string): boolean {
  return /^https?:\/\/[^\s?#]+\.har(?:[?#]\S*)?$/i.test(argument);
}

/** The plan of a recording; the service fetches it, because it decides which addresses are allowed. */
export async function planOfRecording(
  url: string,
  keepsSecrets: boolean,
  client: Pick<Client, 'plans'>,
): Promise<RequestPlanFile> {
  const made = await client.plans.convert({ url, ...(keepsSecrets && { keep_secrets: true }) });
  const { file_name: name, jmx, warnings, secrets } = made;
  return { file: { name, content: new Blob([jmx]) }, warnings, secrets };
}

/** Enough to detect the format of a document. */
const searchedBytes = 200_000;

/** Whether a file is a HAR, OpenAPI or Postman document. */
export async function isDocument(path: string): Promise<boolean> {
  if (/\.har$/i.test(path)) return true;
  if (!/\.(?:json|ya?ml)$/i.test(path)) return false;
  const file = await openAsBlob(path).catch(() => undefined);
  if (!file) return false;
  const { detectSource } = await import('../../converters/detect-source.ts');
  try {
    const source = detectSource(await file.slice(0, searchedBytes).text());
    return source === 'har' || source === 'openapi' || source === 'postman';
  } catch {
    return false;
  }
}

/** The plan of a HAR, OpenAPI or Postman document. */
export async function planOfDocument(path: string, keepsSecrets: boolean): Promise<RequestPlanFile> {
  const [opened] = await openRunFiles([path]);
  return planOf({ text: (await opened?.content.text()) ?? '', fileName: basename(path) }, keepsSecrets);
}

export interface RequestPlanFile {
  file: RunFile;
  warnings: readonly string[];
  /** Properties that a run must set. */
  secrets: readonly string[];
}

/** The plan of requests on the command line. */
export async function planOfRequests(
  requests: readonly string[],
  keepsSecrets: boolean,
): Promise<RequestPlanFile> {
  const isCurl = (text: string) => /^\s*curl\s/.test(text);
  if (requests.some(isCurl) && !requests.every(isCurl))
    throw new CliError(
      'URLs and curl commands cannot be mixed.',
      'Give all requests as curl commands, or all as URLs.',
    );
  return planOf({ text: requests.join('\n') }, keepsSecrets);
}

async function planOf(document: DocumentToConvert, keepsSecrets: boolean): Promise<RequestPlanFile> {
  // Loaded on demand: only this use needs the readers of documents.
  const { convert } = await import('../../converters/convert.ts');
  const { fileName, jmx, warnings, secrets } = asCliError(() =>
    convert(document, { ...defaultOptions, keepsSecrets }),
  );
  return { file: { name: fileName, content: new Blob([jmx]) }, warnings, secrets };
}

/** An error of a document as one of the command line. */
export function asCliError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const refusal = refusalOf(error);
    throw refusal === undefined ? error : new CliError(refusal, null, { cause: error });
  }
}
