import { readFile } from 'node:fs/promises';
import type { PlanConversionResource } from '../contract/resources/plan-conversion.ts';
import { AppError } from '../domain/errors.ts';
import type { ConversionOptions } from './conversion.ts';
import { convert, type DocumentToConvert } from './convert.ts';

/** A document of a request: a text, or an uploaded file. */
export interface DocumentUpload {
  document: Omit<DocumentToConvert, 'text'> & ({ text: string } | { path: string; sizeBytes: number });
  options: ConversionOptions;
}

/** Converts a document. Resolves with the JSON of a PlanConversionResource. */
export type ConvertUpload = (upload: DocumentUpload) => Promise<Uint8Array<ArrayBuffer>>;

const maxDocumentBytes = 64 * 2 ** 20;

/** Call it in a worker: the time is proportional to the size. */
export const convertUpload: ConvertUpload = async ({ document, options }) => {
  const text = 'text' in document ? document.text : await readText(document);
  const { fileName, ...conversion } = convert({ ...document, text }, options);
  const resource: PlanConversionResource = { ...conversion, file_name: fileName };
  return new TextEncoder().encode(JSON.stringify(resource));
};

async function readText(file: { path: string; sizeBytes: number; fileName?: string | undefined }) {
  if (file.sizeBytes > maxDocumentBytes) {
    const message = `${file.fileName ?? 'The document'} has more than ${maxDocumentBytes / 2 ** 20} MiB, the limit of a document to convert.`;
    throw new AppError('too_large', message, [{ code: 'too_large', message, field: 'run_files' }]);
  }
  return new TextDecoder().decode(await readFile(file.path));
}
