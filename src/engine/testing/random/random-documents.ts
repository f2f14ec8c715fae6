import { type Making, words } from './making.ts';
import { flag, node, type PlanNode, type PlanProperty, text } from './plan-data.ts';
import { randomText } from './random-texts.ts';

/** Documents that the target serves and that variables hold. */
export const xmlText =
  '<shop name="A" xmlns:p="urn:p"><item id="1">One</item><item id="2">Two &amp; ü</item><p:item>3</p:item><empty/></shop>';
export const htmlText =
  '<html><body><p class="x">One <b>two</b></p><a href="/ok" id="l">go</a><ul><li>a<li>b</ul><img src="/echo/i.png"></body></html>';

const xpaths: readonly string[] = [
  ...[
    '//item',
    '//item/@id',
    '/shop/@name',
    'count(//item)',
    'string(//item[2])',
    '//nope',
    "//item[@id='2']",
  ],
  ...['//item[${n1}]', 'not(//empty)', '//item | //empty', 'count(//item) > 1', '/', "concat('a',//item[1])"],
];
const selectors: readonly string[] = [
  ...['p', 'li', 'a[href]', '#l', 'p.x > b', 'body *', 'li:nth-child(2)', 'nope', 'title', 'a, b', 'p#x'],
];

/** Scope as of the other extractors, including the variables with documents. */
const scope = ({ chance }: Making, prefix: 'Sample' | 'Assertion'): PlanProperty[] =>
  chance.weigh(
    [4, () => []],
    [1, () => [text(`${prefix}.scope`, chance.pick(['parent', 'children', 'all']))]],
    [
      3,
      () => [
        text(`${prefix}.scope`, 'variable'),
        text('Scope.variable', chance.pick(['xml', 'html', 'json', ...words])),
      ],
    ],
  );
const matchNumber = ({ chance }: Making) => chance.pick(['1', '2', '-1', '-1', '9', '${n2}']);

/** An extractor for XML or HTML. */
export function randomDocumentExtractor(making: Making): PlanNode {
  const { chance } = making;
  const name = chance.pick(words);
  const fallback = chance.pick(['none', '', randomText(making)]);
  return chance.weigh(
    [
      2,
      () =>
        node('XPathExtractor', 'XPath', [
          text('XPathExtractor.refname', name),
          text('XPathExtractor.xpathQuery', chance.pick(xpaths)),
          text('XPathExtractor.default', fallback),
          text('XPathExtractor.matchNumber', matchNumber(making)),
          flag('XPathExtractor.tolerant', false),
          flag('XPathExtractor.namespace', chance.is(0.3)),
          ...chance.some([flag('XPathExtractor.fragment', chance.is(0.5))], 0.4),
          ...scope(making, 'Sample'),
        ]),
    ],
    [
      2,
      () =>
        node('HtmlExtractor', 'Css', [
          text('HtmlExtractor.refname', name),
          text('HtmlExtractor.expr', chance.pick(selectors)),
          text('HtmlExtractor.attribute', chance.pick(['', '', 'href', 'class', 'nope'])),
          text('HtmlExtractor.default', fallback),
          ...chance.some([flag('HtmlExtractor.default_empty_value', chance.is(0.5))], 0.3),
          text('HtmlExtractor.match_number', matchNumber(making)),
          text('HtmlExtractor.extractor_impl', chance.pick(['', 'JSOUP'])),
          ...scope(making, 'Sample'),
        ]),
    ],
  );
}

/** An assertion on an XML document. */
export function randomDocumentAssertion(making: Making): PlanNode {
  const { chance } = making;
  return chance.weigh(
    [1, () => node('XMLAssertion', 'Xml')],
    [
      2,
      () =>
        node('XPathAssertion', 'XPath', [
          text('XPath.xpath', chance.pick(xpaths)),
          flag('XPath.negate', chance.is(0.3)),
          flag('XPath.tolerant', false),
          flag('XPath.namespace', chance.is(0.3)),
          ...scope(making, 'Assertion'),
        ]),
    ],
  );
}
