import { type Making, words } from './making.ts';
import { flag, node, type PlanNode, type PlanProperty, portMark, text } from './plan-data.ts';
import { htmlText, xmlText } from './random-documents.ts';
import { randomPlainText, randomText } from './random-texts.ts';

export function randomHttpSampler(making: Making): PlanNode {
  const { chance } = making;
  const method = chance.pick([
    'GET',
    'GET',
    'GET',
    'POST',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'HEAD',
    'OPTIONS',
  ]);
  const isRaw = chance.is(0.3);
  const name = chance.pick([
    `h${making.count()}`,
    `h${making.count()} ${randomText({ ...making, hasUser: false })}`,
  ]);
  return {
    ...node('HTTPSamplerProxy', name, [
      ...(chance.is(0.7)
        ? [text('HTTPSampler.domain', '127.0.0.1'), text('HTTPSampler.port', portMark)]
        : []),
      text('HTTPSampler.path', chance.is(0.1) ? '' : randomPath(making)),
      text('HTTPSampler.method', method),
      ...switches(making),
      ...embedded(making),
      ...parts(making, method, isRaw),
      ...(isRaw ? [flag('HTTPSampler.postBodyRaw', true)] : []),
      argumentsOf(isRaw ? [rawBody(making)] : chance.list(0, 3, () => randomArgument(making, method))),
    ]),
    guiClass: 'HttpTestSampleGui',
  };
}

export function randomDefaults(making: Making): PlanNode {
  const { chance } = making;
  return {
    ...node('ConfigTestElement', 'Defaults', [
      ...chance.some(
        [text('HTTPSampler.path', randomPath(making)), text('HTTPSampler.protocol', 'http')],
        0.4,
      ),
      ...switches(making),
      argumentsOf(chance.list(0, 2, () => randomArgument(making, 'GET'))),
    ]),
    guiClass: 'HttpDefaultsGui',
  };
}

/** Defaults with host and port, for samplers without them. */
export const lastDefaults = (): PlanNode => ({
  ...node('ConfigTestElement', 'Target', [
    text('HTTPSampler.domain', '127.0.0.1'),
    text('HTTPSampler.port', portMark),
    argumentsOf([]),
  ]),
  guiClass: 'HttpDefaultsGui',
});

/** Embedded resources are downloaded one after another, so that their order is fixed. */
function embedded({ chance }: Making): PlanProperty[] {
  return chance.is(0.15)
    ? [
        flag('HTTPSampler.image_parser', true),
        ...chance.some([text('HTTPSampler.embedded_url_re', chance.pick(['.*png', '', '.*/ok']))], 0.3),
        ...chance.some([flag('HTTPSampler.md5', chance.is(0.5))], 0.3),
      ]
    : [];
}

/** A file as the whole body, or a multipart form. */
function parts(making: Making, method: string, isRaw: boolean): PlanProperty[] {
  const { chance, isVague } = making;
  if (isRaw || !['POST', 'PUT', 'PATCH'].includes(method) || chance.is(0.7)) {
    return [];
  }
  if (isVague && method === 'POST') {
    return [
      flag('HTTPSampler.DO_MULTIPART_POST', true),
      ...chance.some([flag('HTTPSampler.BROWSER_COMPATIBLE_MULTIPART', chance.is(0.5))], 0.5),
      files(chance.list(0, 2, () => [randomFile(making), chance.pick(['f', 'g h', 'ü'])])),
    ];
  }
  return [files([[randomFile(making), '']])];
}

function randomFile(making: Making): string {
  const { chance } = making;
  const name = `upload${chance.between(1, 2)}.txt`;
  making.files[name] ??= chance.pick(['plain', 'ü line\nline\n', '']);
  return name;
}

const files = (each: (readonly [path: string, name: string])[]): PlanProperty => ({
  name: 'HTTPsampler.Files',
  kind: 'HTTPFileArgs',
  properties: [
    {
      name: 'HTTPFileArgs.files',
      items: each.map(([path, name]) => ({
        name: path,
        kind: 'HTTPFileArg',
        properties: [
          text('File.path', path),
          text('File.paramname', name),
          text('File.mimetype', name === '' ? 'text/plain' : ''),
        ],
      })),
    },
  ],
});

function switches({ chance }: Making): PlanProperty[] {
  return chance.some(
    [
      flag('HTTPSampler.follow_redirects', chance.is(0.7)),
      flag('HTTPSampler.auto_redirects', chance.is(0.2)),
      flag('HTTPSampler.use_keepalive', chance.is(0.8)),
      text('HTTPSampler.contentEncoding', chance.pick(['UTF-8', '', 'ISO-8859-1'])),
      text('HTTPSampler.response_timeout', chance.pick(['60000', ''])),
      text('HTTPSampler.implementation', chance.pick(['', 'HttpClient4'])),
    ],
    0.4,
  );
}

const served = (type: string, body: string) =>
  `/type?type=${type};charset=utf-8&hex=${Buffer.from(body).toString('hex')}`;

function randomPath(making: Making): string {
  const { chance } = making;
  const plain = () => randomPlainText(making);
  return chance.weigh(
    [2, () => '/json'],
    [2, () => '/html'],
    [1, () => served('text/xml', xmlText)],
    [1, () => served('text/html', htmlText)],
    [
      2,
      () =>
        `/cached?${chance.some(['h=ETag:"a"', 'h=Cache-Control:max-age=60', 'h=Cache-Control:no-store', 'h=Expires:0', 'h=Vary:X-A', 'same="a"'], 0.4).join('&')}`,
    ],
    [
      2,
      () =>
        chance.pick([
          '/auth/Basic?w=Basic realm="R"',
          '/auth/Basic?w=Basic realm="R"&redirect=/auth/Basic',
          '/auth/Digest?w=Digest realm="R", nonce="n"',
          '/auth/Digest?w=Digest realm="S", nonce="n"&close',
        ]),
    ],
    [3, () => `/echo/${plain()}?q=${plain()}`],
    [1, () => `/status/${chance.pick(['404', '500', '201', '304', '401', '302'])}`],
    [
      2,
      () =>
        `/redirect/${chance.pick(['301', '302', '303', '307', '308'])}?to=${chance.pick(['/after', '/json', '/redirect/302?to=/html', '/status/404', 'relative', '/set-cookie?c=r=1'])}`,
    ],
    [
      2,
      () =>
        `/set-cookie?c=${chance.pick(words)}=${plain()}${chance.pick(['', ';Path=/', ';Path=/echo', ';Max-Age=600'])}`,
    ],
    [
      1,
      () => chance.pick(['/encoded/gzip', '/encoded/deflate', '/encoded/br', '/chunked', '/close', '/empty']),
    ],
    [
      1,
      () =>
        chance.pick([
          'a b',
          '/a/../b',
          '//double',
          '/type?type=text/plain;charset=iso-8859-1&hex=e4f6',
          '/reason/Odd',
        ]),
    ],
  );
}

function randomArgument(making: Making, method: string): PlanProperty {
  const { chance } = making;
  const name = chance.pick(['p', 'q', 'a b', 'ü', '${n1}', 'p']);
  // Arguments in the URL must be encoded, or have no special characters.
  const isEncoded = chance.is(0.6) || (method !== 'POST' && method !== 'PUT');
  return argument(
    /^[\w${}]+$/.test(name) || isEncoded ? name : 'p',
    isEncoded ? randomText(making) : chance.pick(['plain', 'a+b', '${n2}', 'x%20y', '${word}']),
    isEncoded,
    chance.pick(['=', '=', '=', '']),
  );
}

function rawBody(making: Making): PlanProperty {
  const { chance } = making;
  const body = chance.pick([
    randomText(making),
    '{"a": "${a}",\n "b": ${n1}}',
    '',
    'line\r\nline',
    '${green}',
  ]);
  return argument('', body, false, '=');
}

const argument = (name: string, value: string, isEncoded: boolean, metadata: string): PlanProperty => ({
  name,
  kind: 'HTTPArgument',
  properties: [
    flag('HTTPArgument.always_encode', isEncoded),
    text('Argument.name', name),
    text('Argument.value', value),
    text('Argument.metadata', metadata),
  ],
});

const argumentsOf = (items: PlanProperty[]): PlanProperty => ({
  name: 'HTTPsampler.Arguments',
  kind: 'Arguments',
  properties: [{ name: 'Arguments.arguments', items }],
});

export function randomHeaders(making: Making): PlanNode {
  const { chance } = making;
  const header = (name: string, value: string): PlanProperty => ({
    name: '',
    kind: 'Header',
    properties: [text('Header.name', name), text('Header.value', value)],
  });
  const items = chance.list(0, 3, () =>
    chance.weigh(
      [3, () => header(chance.pick(['X-A', 'X-B', 'x-a', 'X-${n1}']), randomText(making))],
      [
        1,
        () =>
          header('Content-Type', chance.pick(['text/plain', 'application/json', 'text/xml; charset=utf-8'])),
      ],
      [
        1,
        () => header(chance.pick(['Accept', 'User-Agent', 'Referer']), chance.pick(['any', '${word}', ''])),
      ],
      [1, () => header('Cookie', 'own=${n1}')],
    ),
  );
  return {
    ...node('HeaderManager', 'Headers', [{ name: 'HeaderManager.headers', items }]),
    guiClass: 'HeaderPanel',
  };
}
