import { unescapeEntities } from '../../languages/html/html-entities.ts';
import type { Result } from '../state/result.ts';

/** The text that extractors search, by the value of their property. */
export function matchTarget(field: string, result: Result): string {
  switch (field === 'false' ? field : field.toLowerCase()) {
    case 'true':
      return result.responseHeaders;
    case 'request_headers':
      return result.requestHeaders;
    case 'url':
      return result.url;
    case 'code':
      return result.code;
    case 'message':
      return result.message;
    case 'unescaped':
      return unescapeEntities(result.text);
    default:
      return result.text;
  }
}
