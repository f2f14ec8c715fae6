import { textProperty } from '../../jmx/plan-tree.ts';
import { parseInteger } from '../../languages/java/numbers.ts';
import { BrokenXml } from '../../languages/xml/xml-document.ts';
import { stringValue } from '../../languages/xml/xml-node.ts';
import { isNodes, toText, type XPathValue } from '../../languages/xpath/xpath-values.ts';
import type { ElementCompiler, User } from '../core.ts';
import { XmlReader } from '../languages/xml-reader.ts';
import { XPath2Query } from '../languages/xpath2-query.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import { savingMatches } from './saving-matches.ts';

/** What Saxon says when it is asked for a match where there is none. */
class NoMatch extends Error {}

/** Sets variables to what an XPath finds in XML; the texts of nodes are all that is in them. */
export const xpath2Extractor: ElementCompiler = (element, context) => {
  const { world } = context;
  const text = (property: string) => context.text(element, `XPathExtractor2.${property}`);
  const elementName = context.compile(element.name);
  const name = text('refname');
  const fallback = text('default');
  const number = context.text(element, 'XPathExtractor2.matchNumber', '0');
  const scope = sampleScope(element, context, 'Sample.scope');
  const reader = context.shared(XmlReader, () => new XmlReader());
  const query = new XPath2Query(
    text('xpathQuery'),
    textProperty(element, 'XPathExtractor2.namespaces'),
    reader,
  );

  const find = (user: User): string[] => {
    const wanted = parseInteger(number.evaluate(user)) ?? 0;
    return documentsOf(user, scope).flatMap((document) =>
      matchesOf(query.evaluate(user, document), wanted, world.random),
    );
  };

  return {
    postProcessor: savingMatches({
      elementName,
      name,
      fallback,
      find,
      isExpected: (error) => error instanceof BrokenXml || error instanceof NoMatch,
    }),
  };
};

/** For each sample in the scope JMeter asks the outermost again. */
function documentsOf(user: User, scope: ReturnType<typeof sampleScope>): string[] {
  const where = scope.of(user);
  if (where === 'variable') {
    const value = user.variables.get(scope.variableName(user));
    return value === undefined || value === '' ? [] : [value];
  }
  const result = user.previousResult;
  return result ? samplesIn(where, result).map(() => result.text) : [];
}

function matchesOf(value: XPathValue, wanted: number, random: () => number): string[] {
  const all = isNodes(value) ? value.map(stringValue) : [toText(value)];
  if (wanted < 0) {
    return all;
  }
  if (wanted === 0 && all.length === 0) {
    throw new NoMatch('-1');
  }
  const match = all[wanted === 0 ? Math.floor(random() * all.length) : wanted - 1];
  return match === undefined ? [] : [match];
}
