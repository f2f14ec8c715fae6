import { parseXPath } from '../../languages/xpath/parse-xpath.ts';
import { XPathRefusal } from '../../languages/xpath/xpath-tokens.ts';
import { isReadWithVariables } from './with-variables.ts';

export const xpathWords = 'with valid XPath 1.0, without variables of its own, id(), lang() and extensions';

export const xmlNote =
  'A document that declares entities or attributes itself ends the run. The texts of rare mistakes in XML may differ.';

export const jvmXPathNote = `${xmlNote} With the tolerant parser, validation or external DTDs, documents and any XPath are read by JMeter’s own classes, in a JVM beside the engine.`;

/** Whether the engine evaluates an expression like Xalan. */
export const isProvenXPath = (written: string): boolean =>
  isReadWithVariables(written, parseXPath, XPathRefusal);
