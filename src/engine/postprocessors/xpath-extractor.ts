import { booleanProperty } from '../../jmx/plan-tree.ts';
import { parseInteger } from '../../languages/java/numbers.ts';
import { xmlOfText } from '../../languages/xml/xml-bytes.ts';
import { BrokenXml } from '../../languages/xml/xml-document.ts';
import { xmlFragment } from '../../languages/xml/xml-fragment.ts';
import { nodeText, type XmlNode } from '../../languages/xml/xml-node.ts';
import { XPathProblem } from '../../languages/xpath/xpath.ts';
import { isNodes, toText, type XPathValue } from '../../languages/xpath/xpath-values.ts';
import { DocumentProblem, type ElementCompiler, type User } from '../core.ts';
import { parserOptions } from '../languages/parser-options.ts';
import { XmlReader } from '../languages/xml-reader.ts';
import { sampleScope, samplesIn } from '../sampling/scope.ts';
import { savingMatches } from './saving-matches.ts';

/** Sets variables to matches of an XPath in XML. */
export const xpathExtractor: ElementCompiler = (element, context) => {
  const { environment } = context;
  const text = (property: string) => context.text(element, `XPathExtractor.${property}`);
  const elementName = context.compile(element.name);
  const name = text('refname');
  const query = text('xpathQuery');
  const fallback = text('default');
  const number = context.text(element, 'XPathExtractor.matchNumber', '-1');
  const isNamespaceAware = booleanProperty(element, 'XPathExtractor.namespace');
  const isFragment = booleanProperty(element, 'XPathExtractor.fragment');
  const scope = sampleScope(element, context, 'Sample.scope');
  const reader = context.shared(XmlReader, () => new XmlReader());

  const outside = context.environment.outsideDocuments;
  if (outside?.isMeant(element)) {
    const options = { ...parserOptions(element, 'XPathExtractor'), isFragment };
    return {
      runsOutside: true,
      postProcessor: savingMatches({
        elementName,
        name,
        fallback,
        find: (user) => {
          const wanted = parseInteger(number.evaluate(user)) ?? 0;
          const questions = documentsOf(user, scope).map((document) => ({
            document,
            xpath: query.evaluate(user),
          }));
          return questions.length === 0 ? [] : outside.find(options, questions, wanted);
        },
        isExpected: (error) => error instanceof DocumentProblem,
      }),
    };
  }
  reader.paths.prepare(query);

  const find = (user: User): (string | undefined)[] => {
    const matches: (string | undefined)[] = [];
    const wanted = parseInteger(number.evaluate(user)) ?? 0;
    for (const document of documentsOf(user, scope)) {
      const root = reader.read(xmlOfText(document), isNamespaceAware);
      const value = reader.paths.get(user, query.evaluate(user)).evaluate(root);
      for (const found of valuesOf(value, wanted, isFragment, environment.random)) matches.push(found);
    }
    return matches;
  };

  return {
    postProcessor: savingMatches({
      elementName,
      name,
      fallback,
      find,
      isExpected: (error) => error instanceof BrokenXml || error instanceof XPathProblem,
    }),
  };
};

function documentsOf(user: User, scope: ReturnType<typeof sampleScope>): string[] {
  const where = scope.of(user);
  if (where === 'variable') {
    const value = user.variables.get(scope.variableName(user));
    return value === undefined || value === '' ? [] : [value];
  }
  return user.previousResult ? samplesIn(where, user.previousResult).map((sample) => sample.text) : [];
}

/** One value per match, or a single one; undefined for a node without a value. */
function valuesOf(
  value: XPathValue,
  wanted: number,
  isFragment: boolean,
  random: () => number,
): (string | undefined)[] {
  if (!isNodes(value)) {
    return [toText(value)];
  }
  if (wanted < 0) {
    return value.map((node) => textOf(node, isFragment));
  }
  const node = value[wanted === 0 ? Math.floor(random() * value.length) : wanted - 1];
  return node ? [textOf(node, isFragment)] : [];
}

const textOf = (node: XmlNode, isFragment: boolean): string | undefined =>
  isFragment && node.kind === 'element' ? xmlFragment(node) : nodeText(node);
