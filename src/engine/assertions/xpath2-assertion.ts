import { booleanProperty, textProperty } from '../../jmx/plan-tree.ts';
import { BrokenXml, UnprovenXml } from '../../languages/xml/xml-document.ts';
import { isNodes, type XPathValue } from '../../languages/xpath/xpath-values.ts';
import type { Assertion, ElementCompiler } from '../core.ts';
import { XmlReader } from '../languages/xml-reader.ts';
import { XPath2Query } from '../languages/xpath2-query.ts';
import { sampleScope } from '../sampling/scope.ts';

/** Asks whether XML has what an XPath describes. */
export const xpath2Assertion: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const written = context.text(element, 'XPath.xpath', '/');
  const isNegated = booleanProperty(element, 'XPath.negate');
  const scope = sampleScope(element, context, 'Assertion.scope');
  const reader = context.shared(XmlReader, () => new XmlReader());
  const query = new XPath2Query(written, textProperty(element, 'XPath.namespaces'), reader);

  const assertion: Assertion = {
    name,
    scope: (user) => scope.of(user),
    check: (result, user) => {
      const outcome = { name: name.evaluate(user), isFailure: false, isError: false, message: '' };
      const isOfVariable = scope.of(user) === 'variable';
      const document = isOfVariable ? user.variables.get(scope.variableName(user)) : result.text;
      if (document === undefined || (isOfVariable && document === '')) {
        return { ...outcome, isFailure: true, message: 'Response was null' };
      }
      const path = written.evaluate(user);
      try {
        const isFound = hasMet(query.evaluate(user, document));
        // A text stands there also where nothing has failed.
        const message = `${isNegated ? 'Nodes Matched for' : 'No Nodes Matched for'} ${path}`;
        return { ...outcome, isFailure: isFound === isNegated, message };
      } catch (error) {
        if (error instanceof UnprovenXml) {
          user.runner.refuse(`The plan has come to ${error.message}`);
        }
        if (!(error instanceof BrokenXml)) {
          throw error;
        }
        const message = `Exception occurred computing assertion with XPath:${path}, error:${error.message}`;
        return { ...outcome, isError: true, message };
      }
    },
  };
  return { assertion };
};

/** A number is there, whatever it is. */
const hasMet = (value: XPathValue) => (isNodes(value) ? value.length > 0 : value !== false);
