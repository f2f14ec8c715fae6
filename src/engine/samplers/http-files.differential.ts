import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  group,
  type HttpSettings,
  headers,
  http,
  httpArguments,
  planWith,
  withXml,
} from '../testing/plan.ts';

interface File {
  path: string;
  name?: string;
  type?: string;
}

interface Settings extends Omit<HttpSettings, 'port'> {
  files?: File[];
  lines?: [string, string][];
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const filesXml = (files: File[]) =>
  `<elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files">${files
    .map(
      ({ path, name = '', type = '' }) =>
        `<elementProp name="${xml(path)}" elementType="HTTPFileArg"><stringProp name="File.path">${xml(path)}</stringProp><stringProp name="File.paramname">${xml(name)}</stringProp><stringProp name="File.mimetype">${xml(type)}</stringProp></elementProp>`,
    )
    .join('')}</collectionProp></elementProp>`;

/** HTTPSamplerProxy with files: one user does each of the requests in turn. */
const sends = (
  name: string,
  settings: Settings[],
  more: Partial<DifferentialCase> = {},
): DifferentialCase => ({
  name: `files: ${name}`,
  plan: ({ port }) =>
    planWith(
      {},
      { x: '1', word: 'gr\u00fcn \u20ac', file: 'data.txt' },
      group(
        {},
        ...settings.map(({ files, lines, ...each }, index) => {
          const sampler = http(
            `r${index}`,
            { port, path: '/echo', method: 'POST', ...each },
            ...(lines ? [headers(...lines)] : []),
          );
          return files ? withXml(sampler, filesXml(files)) : sampler;
        }),
      ),
    ),
  files: {
    'data.txt': 'a file\nwith \u20ac',
    'bytes.bin': Buffer.from(Array.from({ length: 256 }, (_, at) => at)),
    'empty.txt': '',
    'gr\u00fcn "\u20ac".txt': 'named oddly',
  },
  // The boundary is random, and so is its length.
  normalize: (text) =>
    [...text.matchAll(/boundary=([\w-]{30,40})/g)]
      .reduce((all, [, boundary = '']) => all.replaceAll(boundary, '(boundary)'), text)
      .replaceAll(/("Content-Length",")\d+/gi, '$1(length)')
      .replaceAll(/(Content-Length: )\d+/gi, '$1(length)'),
  without: ['bytes', 'sentBytes'],
  ...more,
});

const multipart = { 'HTTPSampler.DO_MULTIPART_POST': true };
const browser = { ...multipart, 'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART': true };
const raw = { 'HTTPSampler.postBodyRaw': true };
const params = [
  { name: 'a', value: 'b c' },
  { name: '${word}"\\', value: '${word}' },
  { name: ' ', value: 'blank' },
  { name: '${nobody}', value: 'unset' },
  { name: 'enc', value: 'a%20b', isEncoded: true },
];

export const cases: DifferentialCase[] = [
  sends(
    'one without a name is the whole body',
    [
      { files: [{ path: 'data.txt' }] },
      { files: [{ path: '${file}', type: 'text/x-odd; charset=utf-8' }] },
      { files: [{ path: 'bytes.bin', type: 'application/octet-stream' }], method: 'PUT' },
      { files: [{ path: 'data.txt', type: 'a/b' }], lines: [['Content-Type', 'own/type']] },
      {
        files: [{ path: 'data.txt', type: 'a/b' }],
        lines: [
          ['X-A', '1'],
          ['content-type', ''],
          ['X-B', '2'],
        ],
      },
      { files: [{ path: 'data.txt', type: 'a/b' }], lines: [['Cookie', 'a=b']] },
      { files: [{ path: 'empty.txt', type: 'text/plain' }] },
      { files: [{ path: 'data.txt' }], method: 'GET' },
      { files: [{ path: 'data.txt' }], method: 'DELETE' },
      { files: [{ path: 'data.txt' }], method: 'HEAD' },
      { files: [{ path: 'data.txt' }], path: '/redirect/302?to=/echo' },
      { files: [{ path: 'data.txt', type: 'a/b' }], params: [{ name: 'a', value: 'b' }] },
      { files: [{ path: 'data.txt', type: 'a/b' }], params: [{ name: '', value: 'b' }] },
      { files: [{ path: '', type: 'a/b' }], params: [{ name: '', value: 'raw' }], more: raw },
      { files: [{ path: '', name: 'n', type: 'a/b' }], params: [{ name: 'a', value: 'b' }] },
      { files: [{ path: '${__P(case.folder)}/data.txt' }] },
    ],
    { without: [] },
  ),
  sends('forms with parts and files', [
    { files: [{ path: 'data.txt', name: 'f', type: 'text/plain' }] },
    { files: [{ path: 'data.txt', name: 'f', type: 'text/plain' }], params },
    {
      files: [
        { path: 'data.txt', name: 'f', type: 'text/plain; charset="utf-8"; x="y z"; z' },
        { path: 'bytes.bin', name: 'f', type: 'Application/Octet-Stream' },
        { path: 'gr\u00fcn "\u20ac".txt', name: 'gr\u00fcn', type: 'a/b' },
      ],
      params,
    },
    { files: [{ path: 'data.txt', name: 'f', type: 'a/b' }], method: 'PUT' },
    { files: [{ path: 'data.txt', name: 'f', type: 'a/b' }], method: 'GET' },
    {
      files: [{ path: 'data.txt', name: 'f', type: 'a/b' }],
      params: [{ name: 'a', value: 'b' }],
      method: 'GET',
    },
    {
      files: [{ path: 'data.txt', name: 'f', type: 'a/b' }],
      lines: [
        ['Content-Type', 'own/type'],
        ['X-A', '1'],
      ],
    },
    {
      files: [{ path: 'data.txt', name: 'f', type: 'a/b' }],
      params: [{ name: '', value: 'raw' }],
      more: raw,
    },
    { more: multipart },
    { more: multipart, params },
    { more: multipart, params: [{ name: '', value: 'no name' }] },
    { more: { ...multipart, ...raw }, params: [{ name: '', value: 'raw' }] },
    { more: multipart, params, path: '/redirect/307?to=/echo' },
    { more: multipart, params, method: 'PATCH' },
  ]),
  sends('forms with parts as browsers write them, and other charsets', [
    ...['', 'UTF-8', 'utf-8', 'ISO-8859-1', 'US-ASCII'].flatMap((charset) =>
      [multipart, browser].map((kind) => ({
        files: [{ path: 'gr\u00fcn "\u20ac".txt', name: '${word}', type: 'text/plain' }],
        params,
        more: { ...kind, 'HTTPSampler.contentEncoding': charset },
      })),
    ),
  ]),
  {
    ...sends('parts with types of their own', []),
    plan: ({ port }) => {
      const types = ['application/json', 'Text/HTML; charset=ISO-8859-1', 'a/b; x=y', ''];
      const each = http('types', { port, path: '/echo', method: 'POST', more: multipart });
      const typed = httpArguments(types.map((type) => ({ name: `n${type}`, value: 'gr\u00fcn' })));
      let at = 0;
      const withTypes = typed.replaceAll(
        '<stringProp name="Argument.metadata">',
        () =>
          `<stringProp name="HTTPArgument.content_type">${types[at++]}</stringProp><stringProp name="Argument.metadata">`,
      );
      return [
        group(
          {},
          {
            ...each,
            properties:
              each.properties.replace(/<elementProp name="HTTPsampler.Arguments".*/s, '') + withTypes,
          },
          {
            ...each,
            name: 'without the empty one',
            properties:
              each.properties.replace(/<elementProp name="HTTPsampler.Arguments".*/s, '') +
              withTypes.replace('<stringProp name="HTTPArgument.content_type"></stringProp>', ''),
          },
        ),
      ];
    },
    without: ['bytes', 'sentBytes', 'body'],
  },
  sends(
    'that are missing or have no name or type',
    [
      { path: '/json', method: 'GET' },
      { files: [{ path: 'missing.txt' }] },
      { path: '/json', method: 'GET' },
      { files: [{ path: 'missing.txt', name: 'f', type: 'a/b' }] },
      { path: '/json', method: 'GET' },
      { files: [{ path: 'data.txt', name: 'f' }], lines: [['Cookie', 'a=b']] },
      {
        files: [
          { path: 'data.txt', type: 'a/b' },
          { path: 'data.txt', name: 'f', type: 'a/b' },
        ],
      },
      { files: [{ path: 'data.txt', type: 'a/b' }], more: multipart },
      ...['iso 1', 'iso-odd'].map((charset) => ({
        files: [{ path: 'data.txt', name: 'f', type: `text/plain; charset=${charset}` }],
      })),
      { path: '/json', method: 'GET' },
    ],
    { without: ['bytes', 'sentBytes', 'body'] },
  ),
  sends('named in the way of old plans, which nobody reads any more', [
    {
      more: { 'HTTPSampler.FILE_NAME': 'data.txt', 'HTTPSampler.FILE_FIELD': '', 'HTTPSampler.mimetype': '' },
    },
    {
      more: {
        'HTTPSampler.FILE_NAME': '${file}',
        'HTTPSampler.FILE_FIELD': 'f',
        'HTTPSampler.mimetype': 'a/b',
      },
    },
    {
      more: { 'HTTPSampler.FILE_NAME': '', 'HTTPSampler.FILE_FIELD': '', 'HTTPSampler.mimetype': 'text/xml' },
      params: [{ name: '', value: '<a/>' }],
    },
    {
      more: { 'HTTPSampler.FILE_NAME': '', 'HTTPSampler.FILE_FIELD': '', 'HTTPSampler.mimetype': '' },
      params: [{ name: 'a', value: 'b' }],
    },
    {
      more: {
        'HTTPSampler.FILE_NAME': 'data.txt',
        'HTTPSampler.FILE_FIELD': 'f',
        'HTTPSampler.mimetype': 'a/b',
      },
      files: [{ path: 'bytes.bin', name: 'g', type: 'c/d' }],
    },
  ]),
];
