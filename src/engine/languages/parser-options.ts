import { booleanProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import type { XPathOptions } from '../core.ts';

/** The options of the XML parser that all XPath elements have; `prefix` of their property names. */
export function parserOptions(element: PlanElement, prefix: 'XPath' | 'XPathExtractor'): XPathOptions {
  const is = (property: string, fallback?: boolean) =>
    booleanProperty(element, `${prefix}.${property}`, fallback);
  return {
    isTolerant: is('tolerant'),
    isQuiet: is('quiet', true),
    showsWarnings: is('show_warnings'),
    reportsErrors: is('report_errors'),
    isNamespaceAware: is('namespace'),
    downloadsDtds: is('download_dtds'),
  };
}
