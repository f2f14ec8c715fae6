import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  headers,
  http,
  httpArguments,
  type TestElement,
  variables,
  withXml,
} from '../testing/plan.ts';

/** A page of any content. */
const page = (port: number, html: string, name = 'page') =>
  http(name, { port, path: `/type/page?type=text/html&hex=${Buffer.from(html).toString('hex')}` });

const extractor = (name: string, regex: string, more: Record<string, string> = {}) =>
  element('RegexExtractor', 'Fields', {
    'RegexExtractor.useHeaders': 'false',
    'RegexExtractor.refname': name,
    'RegexExtractor.regex': regex,
    'RegexExtractor.template': '$1$',
    'RegexExtractor.default': 'none',
    'RegexExtractor.match_number': '-1',
    ...more,
  });

const found = (reference: string, names = '1', values = '2') =>
  element('RegExUserParameters', 'Parameters', {
    'RegExUserParameters.regex_ref_name': reference,
    'RegExUserParameters.param_names_gr_nr': names,
    'RegExUserParameters.param_values_gr_nr': values,
  });

const defaults = (params: { name: string; value: string }[]): TestElement =>
  withXml(
    { ...element('ConfigTestElement', 'Defaults'), guiClass: 'HttpDefaultsGui' },
    httpArguments(params),
  );

const form =
  '<form><input name="user" value="a;c"><input name="token" value="t${x}"><input name="token" value="u"><input name="other" value=""></form>';
const fields = 'name="([^"]*)" value="([^"]*)"';

interface Rewriting {
  name?: string;
  isInPath?: boolean;
  hasNoEquals?: boolean;
  hasNoQuestion?: boolean;
  isKept?: boolean;
  encode?: boolean;
}

const rewriting = (settings: Rewriting): TestElement =>
  element('URLRewritingModifier', 'Session', {
    argument_name: settings.name ?? 'sid',
    path_extension: settings.isInPath ?? false,
    path_extension_no_equals: settings.hasNoEquals ?? false,
    path_extension_no_questionmark: settings.hasNoQuestion ?? false,
    ...(settings.isKept === undefined ? {} : { cache_value: settings.isKept }),
    ...(settings.encode === undefined ? {} : { encode: settings.encode }),
  });

const answers = [
  '<a href="/next;sid=abc?x=1&sid=q%20r+s\\">',
  '<input type="hidden" name="sid" value="in a field">',
  "<input VALUE = 'before' type=hidden NAME='sid'>",
  'nothing of it',
  '<a href=/next;sidnoequals?y;more>',
  'a;sid=&b ?sid=two',
];

const requests = (port: number, session: () => TestElement) => [
  http('get', { port, path: '/echo/a' }, session()),
  http('get with query', { port, path: '/echo/b?p=1&q=a%20b&r&&=s&sid=old&t=%C3%A4' }, session()),
  http('get with a session', { port, path: '/echo/c;sid=old?p=1' }, session()),
  http('get with a session only', { port, path: '/echo/c d;sid=old' }, session()),
  http(
    'get with parameters',
    {
      port,
      path: '/echo/d',
      params: [
        { name: 'sid', value: 'mine' },
        { name: 'z', value: '${__counter(TRUE)}' },
        { name: 'sid', value: 'again' },
      ],
    },
    session(),
  ),
  http('post', { port, path: '/echo/e?p=1', method: 'POST', params: [{ name: 'z', value: '1' }] }, session()),
  http('raw', { port, path: '/echo/f', method: 'POST', params: [{ name: '', value: 'raw' }] }, session()),
  http('whole', { port, path: `http://127.0.0.1:${port}/echo/g?p=1` }, session()),
];

const rewritings: Record<string, Rewriting> = {
  'into the parameters': {},
  'into the parameters, encoded': { encode: true },
  'into the parameters, not kept': { isKept: false },
  'into the path': { isInPath: true },
  'into the path, without an equals sign': { isInPath: true, hasNoEquals: true },
  'into the path, up to a question mark': { isInPath: true, hasNoQuestion: true, isKept: false },
  'into the path, with neither': { isInPath: true, hasNoEquals: true, hasNoQuestion: true },
  'of a name with signs': { name: 'a.b[${x}]' },
};

export const cases: DifferentialCase[] = [
  {
    name: 'RegExUserParameters: names and values that were found',
    plan: ({ port }) => [
      variables({ x: '7' }),
      group(
        { loops: 2 },
        defaults([{ name: 'user', value: 'default' }]),
        http(
          'without anything',
          { port, path: '/echo/a', params: [{ name: 'user', value: 'mine' }] },
          found('field'),
        ),
        http(
          'page',
          {
            port,
            path: `/type/page?type=text/html&hex=${Buffer.from(form).toString('hex')}`,
          },
          extractor('field', fields),
        ),
        ...['GET', 'POST', 'PUT'].map((method) =>
          http(
            method,
            {
              port,
              path: '/echo/b',
              method,
              params: [
                { name: 'user', value: 'mine', isEncoded: true },
                { name: 'token', value: '${__counter(TRUE)}', isEncoded: true },
                { name: 'kept', value: '${__counter(TRUE)}' },
                { name: 'other', value: 'x' },
              ],
            },
            found('field'),
          ),
        ),
        http(
          'groups',
          { port, path: '/echo/c', params: [{ name: 'u', value: '1' }] },
          found('field', '2', '1'),
        ),
        http('missing', { port, path: '/echo/d', params: [{ name: 'user', value: '1' }] }, found('none')),
        debug('no request', found('field')),
        http(
          'two',
          { port, path: '/echo/e', params: [{ name: 'user', value: '1' }] },
          found('none'),
          found('field'),
        ),
      ),
    ],
  },
  {
    name: 'RegExUserParameters: a count that is no number',
    plan: ({ port }) => [
      variables({ f_matchNr: 'x', f_1_g1: 'a', f_1_g2: 'b' }),
      group(
        {},
        http('given up', { port, path: '/echo/a', params: [{ name: 'a', value: '1' }] }, found('f')),
        debug('after it'),
      ),
    ],
  },
  ...Object.entries(rewritings).map(
    ([name, settings]): DifferentialCase => ({
      name: `URLRewritingModifier ${name}`,
      plan: ({ port }) => [
        variables({ x: '1' }),
        group(
          { loops: 2 },
          debug('before any', rewriting(settings)),
          ...answers.flatMap((answer, index) =>
            requests(port, () => rewriting(settings))
              .slice(index % 2, 8)
              .flatMap((request, at) =>
                at % 3 === 0
                  ? [
                      page(port, answer.replaceAll('sid', settings.name === undefined ? 'sid' : 'a.b[1]')),
                      request,
                    ]
                  : [request],
              ),
          ),
        ),
      ],
    }),
  ),
  {
    name: 'URLRewritingModifier for all samplers, with what was kept',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        rewriting({ isInPath: true }),
        http('first', { port, path: '/echo/a' }),
        page(port, '<a href="/x;sid=kept">'),
        http('second', { port, path: '/echo/b' }),
        http('third', { port, path: '/echo/c?x=y' }),
        http('redirected', { port, path: '/redirect/302?to=/echo/d' }),
        http('with headers', { port, path: '/echo/e' }, headers(['a', 'b'])),
        debug('other'),
      ),
    ],
  },
  {
    name: 'URLRewritingModifier with an escape that is broken',
    plan: ({ port }) => [
      group(
        {},
        page(port, '<a href="/x?sid=50%">'),
        http('given up', { port }, rewriting({})),
        debug('after it'),
      ),
    ],
  },
];
