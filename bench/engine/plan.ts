import {
  element,
  group,
  headers,
  http,
  loop,
  planWith,
  strings,
  type TestElement,
  transaction,
  withXml,
} from '../../src/engine/testing/plan.ts';
import { beanShell, jsr223 } from '../../src/engine/testing/script-plans.ts';
import { itemHeaders, itemPath, type ScriptKind } from './load.ts';

export interface PlanSettings {
  /** Target addresses, `127.0.0.1` and following ones, so that ports suffice. */
  addresses: readonly string[];
  port: number;
  isTls: boolean;
  users: number;
  /** False: only a request with its checks. */
  isFull?: boolean;
  /** Number of extractors and assertions of the sampler, alternating. */
  checks: number;
  scripts?: ScriptKind | undefined;
  /** Additional elements of the request. */
  beside?: readonly TestElement[];
  thinkTimeMs: number;
  /** Uniform deviation of the think time, so that users delayed together do not stay synchronized. */
  thinkSpreadMs?: number;
  rampSeconds: number;
}

/** Label of the requests. */
export const requestLabel = 'get item';

/** Variables of the requests of a plan. */
export const planVariables = { id: '1234', token: 'abcdef0123456789', trace: 'trace-1' };

/** Also used by Gatling's scenario. */
export const variablePath = '/items/${id}';

export const variableHeaders: readonly [string, string][] = [
  ['Authorization', 'Bearer ${token}'],
  ['X-Trace', '${trace}'],
  ['Accept', 'application/json'],
];

export function benchPlan(settings: PlanSettings): string {
  const groups = settings.addresses.map((address) => usersOf(settings, address));
  return planWith({}, planVariables, ...groups);
}

/** Loop → transaction → if → request with three variables, a timer, checks of the status and of the body. */
export function usersOf(settings: PlanSettings, address: string): TestElement {
  const { addresses, users, rampSeconds, isFull = true } = settings;
  const asked = request(settings, address);
  return group(
    {
      name: `Users of ${address}`,
      users: Math.ceil(users / addresses.length),
      loops: 1,
      more: { 'ThreadGroup.ramp_time': rampSeconds },
    },
    loop('endless loop', -1, isFull ? transaction('transaction', false, whenTrue('if', asked)) : asked),
  );
}

function whenTrue(name: string, child: TestElement): TestElement {
  return element(
    'IfController',
    name,
    {
      'IfController.condition': '${__jexl3("${id}" == "1234")}',
      'IfController.useExpression': true,
      'IfController.evaluateAll': false,
    },
    [child],
  );
}

/** A wait before each request. */
export function thinkTime(ms: number, spreadMs = 0): TestElement {
  return spreadMs === 0
    ? element('ConstantTimer', 'timer', { 'ConstantTimer.delay': ms })
    : element('UniformRandomTimer', 'timer', {
        'ConstantTimer.delay': ms - spreadMs,
        'RandomTimer.range': 2 * spreadMs,
      });
}

function request(settings: PlanSettings, address: string): TestElement {
  const { port, isTls, isFull = true, checks, thinkTimeMs, thinkSpreadMs } = settings;
  const checking = Array.from({ length: checks }, (_, index) =>
    index % 2 === 0 ? statusAssertion(index) : extractor(index),
  );
  const sent = isFull ? variableHeaders : itemHeaders;
  return http(
    requestLabel,
    {
      port,
      path: isFull ? variablePath : itemPath,
      more: { 'HTTPSampler.domain': address, 'HTTPSampler.protocol': isTls ? 'https' : 'http' },
    },
    headers(...sent),
    ...(isFull ? [thinkTime(thinkTimeMs, thinkSpreadMs)] : []),
    ...checking,
    ...(settings.beside ?? []),
    ...(settings.scripts ? scriptsOf(settings.scripts) : []),
  );
}

/**
 * Groovy: two variables and a signature before the request, JSON after it. The engine does not run `assert` itself.
 * BeanShell: variables, text and arithmetic before the request.
 */
function scriptsOf(kind: ScriptKind): TestElement[] {
  if (kind === 'bean-shell') {
    return [
      beanShell(
        'BeanShellPreProcessor',
        'prepare',
        `String id = vars.get("id");
int number = Integer.parseInt(id) + 1;
long time = System.currentTimeMillis();
vars.put("order", "order-" + number + "-" + (time % 1000));
if (number % 2 == 0) { vars.put("side", "left"); } else { vars.put("side", "right"); }`,
      ),
    ];
  }
  const more = kind === 'groovy-in-jvm' ? '; assert 1 + 1 == 2' : '';
  return [
    jsr223(
      'JSR223PreProcessor',
      'sign',
      `import javax.crypto.Mac; import javax.crypto.spec.SecretKeySpec
vars.put('id', '1234'); vars.put('time', String.valueOf(System.currentTimeMillis()))
def mac = Mac.getInstance('HmacSHA256')
mac.init(new SecretKeySpec(vars.get('token').getBytes('UTF-8'), 'HmacSHA256'))
vars.put('signature', mac.doFinal((vars.get('id') + vars.get('time')).getBytes('UTF-8')).encodeHex().toString())${more}`,
    ),
    jsr223(
      'JSR223PostProcessor',
      'read',
      `def json = new groovy.json.JsonSlurper().parseText(prev.getResponseDataAsString())
vars.put('price', String.valueOf(json.price))${more}`,
    ),
  ];
}

const statusAssertion = (index: number) =>
  withXml(
    element('ResponseAssertion', `status ${index}`, {
      'Assertion.test_field': 'Assertion.response_code',
      'Assertion.test_type': 8,
    }),
    strings('Asserion.test_strings', ['200']),
  );

const extractor = (index: number) =>
  element('RegexExtractor', `extractor ${index}`, {
    'RegexExtractor.useHeaders': false,
    'RegexExtractor.refname': `price${index}`,
    'RegexExtractor.regex': '"price":([0-9.]+)',
    'RegexExtractor.template': '$1$',
    'RegexExtractor.default': 'NONE',
    'RegexExtractor.match_number': 1,
  });
