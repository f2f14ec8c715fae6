import { parseText } from '../parse-text.ts';
import { parseXPath } from '../xpath/xpath.ts';
import { XPathRefusal } from '../xpath/xpath-tokens.ts';

export const xpathWords = 'with valid XPath 1.0, without variables of its own, id(), lang() and extensions';

export const xmlNote =
  'A document that declares entities or attributes itself ends the run. The texts of rare mistakes in XML may differ.';

/**
 * Whether an expression is one that our engine evaluates as Xalan does. JMeter's variables in it are taken for numbers, or
 * for names where a number cannot be.
 */
export function isProvenXPath(written: string): boolean {
  return written.includes('${')
    ? isRead(withWords(written, '1')) || isRead(withWords(written, 'a'))
    : isRead(written);
}

function isRead(written: string): boolean {
  try {
    parseXPath(written);
    return true;
  } catch (error) {
    if (error instanceof XPathRefusal) {
      return false;
    }
    throw error;
  }
}

function withWords(written: string, word: string): string {
  return parseText(written, () => false)
    .map((part) => (typeof part === 'string' ? part : word))
    .join('');
}
