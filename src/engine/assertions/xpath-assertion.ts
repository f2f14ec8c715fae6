import { booleanProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import { xmlOfBytes, xmlOfText } from '../../languages/xml/xml-bytes.ts';
import { BrokenXml, UnprovenXml } from '../../languages/xml/xml-document.ts';
import { XPathProblem } from '../../languages/xpath/xpath.ts';
import { isNodes, type XPathValue } from '../../languages/xpath/xpath-values.ts';
import type { Assertion, ElementCompiler, User, XPathOptions } from '../core.ts';
import { outsideAssertion } from '../languages/outside-assertion.ts';
import { parserOptions } from '../languages/parser-options.ts';
import { XmlReader } from '../languages/xml-reader.ts';
import { sampleScope } from '../sampling/scope.ts';
import type { AssertionOutcome, Result } from '../state/result.ts';

/** Checks XML with an XPath. */
export const xpathAssertion: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const query = context.text(element, 'XPath.xpath', '/');
  const isNegated = booleanProperty(element, 'XPath.negate');
  const isNamespaceAware = booleanProperty(element, 'XPath.namespace');
  const scope = sampleScope(element, context, 'Assertion.scope');
  const reader = context.shared(XmlReader, () => new XmlReader());
  const source = (result: Result, user: User): string => {
    if (scope.of(user) === 'variable') {
      return xmlOfText(user.variables.get(scope.variableName(user)) ?? '');
    }
    const isUtf8 = /^(utf-?8)?$/i.test(result.encoding);
    return xmlOfBytes(result.body, () => (isUtf8 ? result.text : result.body.toString('utf8')));
  };

  const isNothing = (result: Result, user: User) =>
    scope.of(user) === 'variable'
      ? (user.variables.get(scope.variableName(user)) ?? '') === ''
      : result.body.length === 0;

  const outside = context.environment.outsideDocuments;
  if (outside?.isMeant(element)) {
    const options = optionsOf(element);
    const body = (result: Result, user: User) =>
      scope.of(user) === 'variable'
        ? Buffer.from(user.variables.get(scope.variableName(user)) ?? '')
        : result.body;
    return outsideAssertion({
      name,
      scope: (user) => scope.of(user),
      checkOutside: async (result, user) => ({
        name: name.evaluate(user),
        ...(isNothing(result, user)
          ? { isFailure: true, isError: false, message: 'Response was null' }
          : await outside.check({ xpath: query.evaluate(user), options }, body(result, user))),
      }),
    });
  }
  reader.paths.prepare(query);

  const check = (result: Result, user: User): AssertionOutcome => {
    const outcome = {
      name: name.evaluate(user),
      isFailure: false,
      isError: false,
      message: '',
      hasEmptyMessage: true,
    };
    if (isNothing(result, user)) {
      return { ...outcome, isFailure: true, message: 'Response was null' };
    }
    const written = query.evaluate(user);
    try {
      const document = reader.read(source(result, user), isNamespaceAware);
      return { ...outcome, ...judge(reader.paths.get(user, written).evaluate(document), written, isNegated) };
    } catch (error) {
      return { ...outcome, isError: true, message: problemText(error, written, user) };
    }
  };
  const assertion: Assertion = { name, scope: (user) => scope.of(user), check };
  return { assertion };
};

function optionsOf(element: PlanElement): XPathOptions {
  return {
    ...parserOptions(element, 'XPath'),
    isValidating: booleanProperty(element, 'XPath.validate'),
    ignoresWhitespace: booleanProperty(element, 'XPath.whitespace'),
    isNegated: booleanProperty(element, 'XPath.negate'),
  };
}

/** As in JMeter, the message can be set even if nothing failed. */
function judge(
  value: XPathValue,
  written: string,
  isNegated: boolean,
): Pick<AssertionOutcome, 'isFailure' | 'message'> {
  if (isNodes(value)) {
    if (value.length === 0) {
      return { isFailure: !isNegated, message: `No Nodes Matched ${written}` };
    }
    const message = 'Specified XPath was found... Turn off negate if this is not desired';
    return { isFailure: isNegated, message: isNegated ? message : '' };
  }
  if (typeof value === 'boolean') {
    const message = `${isNegated ? 'Nodes Matched for' : 'No Nodes Matched for'} ${written}`;
    return { isFailure: value === isNegated, message };
  }
  return { isFailure: true, message: `Cannot understand: ${written}` };
}

function problemText(error: unknown, written: string, user: User): string {
  if (error instanceof BrokenXml) {
    return `SAXException: ${error.message}`;
  }
  if (error instanceof XPathProblem) {
    return `TransformerException: ${error.message} for: ${written}`;
  }
  if (error instanceof UnprovenXml) {
    user.runner.refuse(`The plan has come to ${error.message}`);
  }
  throw error;
}
