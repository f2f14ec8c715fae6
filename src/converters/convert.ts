import type { ConversionSource, RequestPlan } from '../contract/resources/plan-conversion.ts';
import { cleanHeaders } from './clean-headers.ts';
import {
  broken,
  type Conversion,
  type ConversionOptions,
  type DocumentReader,
  maxRequests,
} from './conversion.ts';
import { detectSource } from './detect-source.ts';
import { readCurl } from './read-curl.ts';
import { readHar } from './read-har.ts';
import { readOpenApi } from './read-openapi.ts';
import { readPostman } from './read-postman.ts';
import { readRequests } from './read-requests.ts';
import { readUrls } from './read-urls.ts';
import { replaceSecrets } from './secrets.ts';
import { templateOf, withoutMarks } from './template.ts';
import { writeJmx } from './write-jmx.ts';

export interface DocumentToConvert {
  text: string;
  /** Undefined for a text without a file. */
  fileName?: string | undefined;
  /** Undefined: detected. */
  source?: ConversionSource | undefined;
}

/** Limit of the plan, so that responses stay small. */
const maxJmxCharacters = 8_000_000;

const readers: Record<Exclude<ConversionSource, 'requests'>, DocumentReader> = {
  urls: readUrls,
  curl: readCurl,
  har: readHar,
  openapi: readOpenApi,
  postman: readPostman,
};

/** Converts a document to a JMeter plan. Throws AppError if it cannot be read. */
export function convert(document: DocumentToConvert, options: ConversionOptions): Conversion {
  const text = document.text.replace(/^\uFEFF/, '');
  const source = document.source ?? detectSource(text, document.fileName);
  const { plan, warnings, secrets } =
    source === 'requests' ? { ...readRequests(text), secrets: [] } : readForeign(source, text, options);
  plan.name = nameOf(plan, options.name);
  const enabled = plan.requests.filter((request) => request.enabled);
  if (enabled.length === 0) throw broken('No request is left. Include at least one request.');
  if (plan.requests.length > maxRequests) plan.requests = enabled;
  if (enabled.length > maxRequests)
    throw broken(
      `The document has ${enabled.length.toLocaleString('en')} requests; a plan can have ${maxRequests.toLocaleString('en')}. Split the document.`,
    );
  const jmx = writeJmx(plan);
  if (jmx.length > maxJmxCharacters)
    throw broken(
      `The plan would be larger than ${maxJmxCharacters / 1_000_000} MB. Leave out requests with large bodies.`,
    );
  return { source, fileName: fileNameOf(plan.name), plan, jmx, secrets, warnings };
}

function readForeign(source: keyof typeof readers, text: string, options: ConversionOptions) {
  const document = readers[source](withoutMarks(text), options);
  const { plan, warnings, secrets: known = [] } = document;
  cleanHeaders(plan);
  const secrets = [...new Set([...known, ...replaceSecrets(plan, options.keepsSecrets)])];
  return { plan: asTemplates(plan), secrets, warnings: [...warnings, ...warningOf(secrets)] };
}

function warningOf(secrets: readonly string[]): string[] {
  if (secrets.length === 0) return [];
  const flags = secrets.map((name) => `-J${name}=…`).join(' ');
  return [
    `Secrets of the document are not part of the plan. A run must set ${secrets.length === 1 ? 'this property' : 'these properties'}: ${flags}`,
  ];
}

function asTemplates<T>(value: T): T {
  if (typeof value === 'string') return templateOf(value) as T;
  if (Array.isArray(value)) return value.map(asTemplates) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asTemplates(inner)])) as T;
}

function nameOf(plan: RequestPlan, wanted: string | undefined): string {
  if (wanted !== undefined && wanted.trim() !== '') return wanted.trim();
  if (plan.name !== '') return plan.name;
  const [, host] = /^https?:\/\/([^/?#:]+)/i.exec(plan.requests[0]?.url ?? '') ?? [];
  return host === undefined || host.includes('$') ? 'Plan' : host;
}

function fileNameOf(name: string): string {
  const base = name
    .replace(/\$\{[^}]*\}/g, '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  return `${base === '' ? 'plan' : base}.jmx`;
}
