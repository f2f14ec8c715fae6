import type {
  PlannedRequest,
  RequestBody,
  RequestCheck,
  RequestExtractor,
} from '../contract/resources/plan-conversion.ts';
import { element, flag, inner, int, type JmxElement, list, text } from './jmx-xml.ts';
import { splitUrl, type UrlParts } from './split-url.ts';

type Header = PlannedRequest['headers'][number];

/** The HTTP sampler of a request, with its headers, pause, extractors and checks as children. */
export function requestElement(
  request: PlannedRequest,
  home: UrlParts | undefined,
  shared: ReadonlyMap<string, Header>,
): JmxElement {
  const headers = request.headers.filter(({ name }) => !shared.has(name.toLowerCase()));
  return element(
    'HTTPSamplerProxy',
    'HttpTestSampleGui',
    request.name,
    [...addressOf(request.url, home), ...bodyOf(request), ...behaviour(request)],
    [
      ...(headers.length === 0 ? [] : [headerManager('Headers', headers)]),
      ...(request.pause_ms === 0 ? [] : [pause(request.pause_ms)]),
      ...request.extractors.filter(({ enabled }) => enabled).map(extractorElement),
      ...request.checks.map(checkElement),
    ],
  );
}

export function headerManager(name: string, headers: readonly Header[]): JmxElement {
  const items = headers.map((header) =>
    inner('', 'Header', [text('Header.name', header.name), text('Header.value', header.value)]),
  );
  return element('HeaderManager', 'HeaderPanel', name, [list('HeaderManager.headers', items)]);
}

/** Parts equal to the HTTP defaults are omitted. */
function addressOf(url: string, home: UrlParts | undefined): string[] {
  const parts = splitUrl(url);
  if (!parts) return [text('HTTPSampler.path', url)];
  const isHome = parts.protocol === home?.protocol && parts.host === home.host && parts.port === home.port;
  if (isHome) return [text('HTTPSampler.path', parts.path)];
  // Without an explicit port, the request would use the port of the defaults.
  const port = parts.port === '' ? (parts.protocol === 'https' ? '443' : '80') : parts.port;
  return [
    text('HTTPSampler.protocol', parts.protocol),
    text('HTTPSampler.domain', parts.host),
    text('HTTPSampler.port', port),
    text('HTTPSampler.path', parts.path),
  ];
}

function behaviour({ method }: PlannedRequest): string[] {
  return [
    text('HTTPSampler.method', method),
    flag('HTTPSampler.follow_redirects', true),
    flag('HTTPSampler.auto_redirects', false),
    flag('HTTPSampler.use_keepalive', true),
  ];
}

function bodyOf({ body }: PlannedRequest): string[] {
  if (body === null) return [argumentsOf([])];
  if (body.kind === 'text')
    return [
      flag('HTTPSampler.postBodyRaw', true),
      argumentsOf([argument({ name: '', value: body.text }, false)]),
    ];
  const values = body.fields.filter(({ file }) => file === null).map((field) => argument(field, true));
  if (body.kind === 'form') return [text('HTTPSampler.contentEncoding', 'UTF-8'), argumentsOf(values)];
  return [flag('HTTPSampler.DO_MULTIPART_POST', true), filesOf(body), argumentsOf(values)];
}

const argumentsOf = (items: string[]) =>
  inner('HTTPsampler.Arguments', 'Arguments', [list('Arguments.arguments', items)]);

const argument = ({ name, value }: { name: string; value: string }, isEncoded: boolean) =>
  inner(name, 'HTTPArgument', [
    flag('HTTPArgument.always_encode', isEncoded),
    text('Argument.name', name),
    text('Argument.value', value),
    text('Argument.metadata', '='),
    flag('HTTPArgument.use_equals', true),
  ]);

function filesOf({ fields }: RequestBody): string {
  const items = fields.flatMap(({ name, file, type }) =>
    file === null
      ? []
      : [
          inner(file, 'HTTPFileArg', [
            text('File.path', file),
            text('File.paramname', name),
            text('File.mimetype', type ?? 'application/octet-stream'),
          ]),
        ],
  );
  return inner('HTTPsampler.Files', 'HTTPFileArgs', [list('HTTPFileArgs.files', items)]);
}

const pause = (pauseMs: number) =>
  element('ConstantTimer', 'ConstantTimerGui', 'Pause', [text('ConstantTimer.delay', pauseMs)]);

function extractorElement({ variable, kind, expression }: RequestExtractor): JmxElement {
  const notFound = `${variable}_not_found`;
  if (kind === 'json_path')
    return element('JSONPostProcessor', 'JSONPostProcessorGui', variable, [
      text('JSONPostProcessor.referenceNames', variable),
      text('JSONPostProcessor.jsonPathExprs', expression),
      text('JSONPostProcessor.match_numbers', 1),
      text('JSONPostProcessor.defaultValues', notFound),
    ]);
  return element('RegexExtractor', 'RegexExtractorGui', variable, [
    text('RegexExtractor.useHeaders', kind === 'header_regex' ? 'true' : 'false'),
    text('RegexExtractor.refname', variable),
    text('RegexExtractor.regex', expression),
    text('RegexExtractor.template', '$1$'),
    text('RegexExtractor.default', notFound),
    text('RegexExtractor.match_number', 1),
  ]);
}

function checkElement({ kind, value }: RequestCheck): JmxElement {
  switch (kind) {
    case 'status':
      return responseAssertion(`Status ${value}`, 'Assertion.response_code', value, {
        // The pattern is plain text that must equal the whole field.
        type: 8,
        // JMeter fails a sample with status 400 or above unless the check decides.
        assumesSuccess: /^[45]/.test(value),
      });
    case 'contains':
      return responseAssertion(`Contains ${value.slice(0, 60)}`, 'Assertion.response_data', value, {
        type: 16,
        assumesSuccess: false,
      });
    case 'json_path':
      return element('JSONPathAssertion', 'JSONPathAssertionGui', `Has ${value}`, [
        text('JSON_PATH', value),
        text('EXPECTED_VALUE', ''),
        flag('JSONVALIDATION', false),
        flag('EXPECT_NULL', false),
        flag('INVERT', false),
        flag('ISREGEX', false),
      ]);
    case 'max_ms':
      return element('DurationAssertion', 'DurationAssertionGui', `At most ${value} ms`, [
        text('DurationAssertion.duration', value),
      ]);
  }
}

function responseAssertion(
  name: string,
  field: string,
  value: string,
  { type, assumesSuccess }: { type: number; assumesSuccess: boolean },
): JmxElement {
  return element('ResponseAssertion', 'AssertionGui', name, [
    list('Asserion.test_strings', [text('0', value)]),
    text('Assertion.custom_message', ''),
    text('Assertion.test_field', field),
    flag('Assertion.assume_success', assumesSuccess),
    int('Assertion.test_type', type),
  ]);
}
