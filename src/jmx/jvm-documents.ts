import { booleanProperty, type PlanElement, textProperty } from './plan-tree.ts';

/**
 * Why JMeter's own classes read an element's documents, in a JVM beside the engine; undefined: the engine reads them.
 */
export function jvmDocumentReason(element: PlanElement): string | undefined {
  const is = (property: string) => booleanProperty(element, property);
  switch (element.kind) {
    case 'XPathAssertion':
      return is('XPath.tolerant')
        ? 'It reads documents with the tolerant parser'
        : is('XPath.validate') || is('XPath.download_dtds')
          ? 'It reads DTDs of documents'
          : undefined;
    case 'XPathExtractor':
      return is('XPathExtractor.tolerant')
        ? 'It reads documents with the tolerant parser'
        : is('XPathExtractor.download_dtds')
          ? 'It reads DTDs of documents'
          : undefined;
    case 'ResponseAssertion':
      return textProperty(element, 'Assertion.test_field') === 'Assertion.response_data_as_document'
        ? 'It reads responses as documents'
        : undefined;
    default:
      return undefined;
  }
}

export const isReadInJvm = (element: PlanElement): boolean => jvmDocumentReason(element) !== undefined;
