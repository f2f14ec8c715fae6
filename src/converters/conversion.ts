import type { ConversionSource, RequestPlan } from '../contract/resources/plan-conversion.ts';
import { AppError } from '../domain/errors.ts';

/** Choices of the user. */
export interface ConversionOptions {
  /** Name of the plan; derived from the document if undefined. */
  name?: string | undefined;
  /** Keeps tokens, passwords and cookies of the document in the plan. */
  keepsSecrets: boolean;
  /** Address of the server, in place of the one in the document. OpenAPI and Postman only. */
  baseUrl?: string | undefined;
  /** Suggests extractors for values that a response returned and a later request sent. HAR only. */
  correlates: boolean;
  /** Hosts to include beside the one of the first page; `*` includes all. HAR only. */
  hosts: readonly string[];
  /** Includes images, styles, scripts, fonts and media. HAR only. */
  includesAssets: boolean;
}

export const defaultOptions: ConversionOptions = {
  keepsSecrets: false,
  correlates: true,
  hosts: [],
  includesAssets: false,
};

/** Output of a reader: texts are literal, apart from references (template.ts). */
export interface ReadDocument {
  plan: RequestPlan;
  /** Names of properties that a run must set to secrets. */
  secrets?: string[];
  warnings: string[];
}

export type DocumentReader = (text: string, options: ConversionOptions) => ReadDocument;

export interface Conversion {
  source: ConversionSource;
  fileName: string;
  plan: RequestPlan;
  jmx: string;
  /** Names of the properties that replace secrets. */
  secrets: string[];
  warnings: string[];
}

export const maxRequests = 1_000;

/** Message of a document that was rejected; undefined for other errors. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof AppError ? error.message : undefined;
}

/** A document that cannot be converted. */
export function broken(message: string): AppError {
  return new AppError('document_broken', message, [
    { code: 'document_broken', message, field: 'plan[text]' },
  ]);
}
