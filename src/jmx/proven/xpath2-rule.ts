import { XPathRefusal } from '../../languages/xpath/xpath-tokens.ts';
import { namespaceList, requireXPath2 } from '../../languages/xpath/xpath2.ts';
import { isReadWithVariables } from './with-variables.ts';

export const xpath2Words =
  'with paths and conditions that mean the same in XPath 1.0: no sequences, no *:name, no numbers made of texts';
export const namespacesWords = 'with prefix=namespace in each line, and without variables';

/** Whether an expression is one that our engine evaluates as Saxon does; variables are taken for numbers or names. */
export function isProvenXPath2(written: string, namespaces: string): boolean {
  const prefixes = new Set(namespaceList(namespaces).keys());
  return isReadWithVariables(written, (expression) => requireXPath2(expression, prefixes), XPathRefusal);
}

export const isPlainNamespaceList = (written: string): boolean =>
  written.split('\n').every((line) => line === '' || /^[A-Za-z_][\w.-]*=[^\s$=]+$/.test(line)) &&
  !/^(?:xml|xmlns|xs|xsi|fn|math|map|array|err|saxon)=/m.test(written);
