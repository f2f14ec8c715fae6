import type { ConversionSource } from '../contract/resources/plan-conversion.ts';
import { broken } from './conversion.ts';

/** Length of the start of a document that is searched for its format. */
const searched = 200_000;

/** Detects the format from the content. */
export function detectSource(text: string, fileName = ''): ConversionSource {
  const start = text.slice(0, searched).trimStart();
  if (/\.har$/i.test(fileName)) return 'har';
  if (/^(?:\$\s+)?(?:\S*\/)?curl(?:\.exe)?\s/.test(start)) return 'curl';
  const found = start.startsWith('{') ? detectJson(start) : detectLines(start);
  if (found) return found;
  throw broken(
    'The format of the document is unknown. Use URLs, a curl command, or a document in HAR, OpenAPI or Postman format.',
  );
}

function detectJson(start: string): ConversionSource | undefined {
  if (/^\{\s*"log"\s*:/.test(start)) return 'har';
  if (/"_postman_id"|schema\.(?:getpostman|postman)\.com/.test(start)) return 'postman';
  if (/^\{[^{}[\]]*"(?:openapi|swagger)"\s*:/.test(start)) return 'openapi';
  // Version 1, which is rejected with a hint.
  if (/"requests"\s*:\s*\[/.test(start) && /"(?:order|folders|collectionId)"\s*:/.test(start))
    return 'postman';
  if (/"requests"\s*:\s*\[/.test(start)) return 'requests';
  if (/"(?:openapi|swagger)"\s*:\s*"/.test(start)) return 'openapi';
  if (/"item"\s*:\s*\[/.test(start)) return 'postman';
  return /"log"\s*:\s*\{/.test(start) ? 'har' : undefined;
}

function detectLines(start: string): ConversionSource | undefined {
  if (/^["']?(?:openapi|swagger)["']?\s*:/m.test(start)) return 'openapi';
  const [first = ''] = start.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return /^(?:[a-z]+\s+)?(?:[a-z]+:\/\/|localhost\b|[\w-]+(?:\.[\w-]+)+(?:[/:\s]|$))/i.test(first.trim())
    ? 'urls'
    : undefined;
}
