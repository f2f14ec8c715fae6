import type { PlannedRequest, RequestPlan } from '../contract/resources/plan-conversion.ts';
import { element, flag, inner, int, type JmxElement, list, namedInner, renderJmx, text } from './jmx-xml.ts';
import { headerManager, requestElement } from './request-element.ts';
import { splitUrl, type UrlParts } from './split-url.ts';

/** Default load of a plan that is run without settings. */
const usual = { threads: 10, rampup: 10, duration: 60 };

const timeoutsMs = { connect: 10_000, response: 60_000 };

/**
 * Writes a plan in JMeter's format. All users send the enabled requests in order; a request with a lower weight than
 * the maximum is sent in the corresponding percentage of iterations.
 */
export function writeJmx(plan: RequestPlan): string {
  const requests = plan.requests.filter(({ enabled }) => enabled);
  const home = commonOrigin(requests);
  const shared = sharedHeaders(requests);
  const group = element('ThreadGroup', 'ThreadGroupGui', 'Users', groupProperties(), [
    ...inGroups(requests, (request) => requestElement(request, home, shared)),
  ]);
  return renderJmx(
    element('TestPlan', 'TestPlanGui', plan.name, planProperties(variablesOf(plan)), [
      defaults(home),
      cookieManager(plan, home),
      ...(shared.size === 0 ? [] : [headerManager('Headers of all requests', [...shared.values()])]),
      group,
    ]),
  );
}

/** The most frequent origin. Its parts become properties, so that a run can select another host. */
function commonOrigin(requests: readonly PlannedRequest[]): UrlParts | undefined {
  const counts = new Map<string, { parts: UrlParts; count: number }>();
  for (const { url } of requests) {
    const parts = splitUrl(url);
    if (!parts || parts.host.includes('${') || parts.port.includes('${')) continue;
    const key = `${parts.protocol}://${parts.host}:${parts.port}`;
    counts.set(key, { parts, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count)[0]?.parts;
}

/** Headers that all requests have with the same value, by name. */
function sharedHeaders(requests: readonly PlannedRequest[]): Map<string, { name: string; value: string }> {
  const [first, ...others] = requests;
  if (!first || others.length === 0) return new Map();
  const isShared = ({ name, value }: { name: string; value: string }) =>
    requests.every(({ headers }) => {
      const same = headers.filter((header) => header.name.toLowerCase() === name.toLowerCase());
      return same.length === 1 && same[0]?.value === value;
    });
  return new Map(first.headers.filter(isShared).map((header) => [header.name.toLowerCase(), header]));
}

/** Adjacent requests of a group are one transaction. */
function* inGroups(
  requests: readonly PlannedRequest[],
  write: (request: PlannedRequest) => JmxElement,
): Generator<JmxElement> {
  const most = requests.reduce((heaviest, { weight }) => Math.max(heaviest, weight), 0);
  let open: JmxElement | undefined;
  for (const request of requests) {
    const written = weighted(write(request), request.weight / most);
    if (open && open.name !== request.group) {
      yield open;
      open = undefined;
    }
    if (request.group === null) yield written;
    else {
      open ??= element('TransactionController', 'TransactionControllerGui', request.group, [
        flag('TransactionController.includeTimers', false),
        flag('TransactionController.parent', false),
      ]);
      open.children.push(written);
    }
  }
  if (open) yield open;
}

function weighted(request: JmxElement, share: number): JmxElement {
  if (share >= 1) return request;
  const percent = Number((share * 100).toFixed(4));
  return element(
    'ThroughputController',
    'ThroughputControllerGui',
    `${percent} % of iterations`,
    [
      int('ThroughputController.style', 1),
      flag('ThroughputController.perThread', false),
      int('ThroughputController.maxThroughput', 1),
      text('ThroughputController.percentThroughput', percent),
    ],
    [request],
  );
}

function defaults(home: UrlParts | undefined): JmxElement {
  return element('ConfigTestElement', 'HttpDefaultsGui', 'Target', [
    ...(home
      ? [
          text('HTTPSampler.protocol', `\${__P(protocol,${home.protocol})}`),
          text('HTTPSampler.domain', hostProperty(home)),
          text('HTTPSampler.port', `\${__P(port,${home.port})}`),
        ]
      : []),
    text('HTTPSampler.implementation', 'HttpClient4'),
    text('HTTPSampler.connect_timeout', timeoutsMs.connect),
    text('HTTPSampler.response_timeout', timeoutsMs.response),
    inner('HTTPsampler.Arguments', 'Arguments', [list('Arguments.arguments', [])]),
  ]);
}

const hostProperty = ({ host }: UrlParts) => `\${__P(host,${host})}`;

/** Each iteration is a new visitor. */
function cookieManager({ cookies }: RequestPlan, home: UrlParts | undefined): JmxElement {
  const written = cookies.map(({ name, value, domain }) =>
    namedInner(name, 'Cookie', [
      text('Cookie.value', value),
      text('Cookie.domain', home && domain === home.host ? hostProperty(home) : domain),
      text('Cookie.path', '/'),
      flag('Cookie.secure', false),
      '<longProp name="Cookie.expires">0</longProp>',
      flag('Cookie.path_specified', true),
      flag('Cookie.domain_specified', true),
    ]),
  );
  return element('CookieManager', 'CookiePanel', 'Cookies', [
    list('CookieManager.cookies', written),
    flag('CookieManager.clearEachIteration', true),
    flag('CookieManager.controlledByThreadGroup', false),
  ]);
}

function groupProperties(): string[] {
  return [
    text('ThreadGroup.num_threads', `\${__P(threads,${usual.threads})}`),
    text('ThreadGroup.ramp_time', `\${__P(rampup,${usual.rampup})}`),
    text('ThreadGroup.duration', `\${__P(duration,${usual.duration})}`),
    text('ThreadGroup.delay', 0),
    flag('ThreadGroup.scheduler', true),
    flag('ThreadGroup.same_user_on_next_iteration', true),
    text('ThreadGroup.on_sample_error', 'continue'),
    inner('ThreadGroup.main_controller', 'LoopController', [
      text('LoopController.loops', '${__P(iterations,-1)}'),
      flag('LoopController.continue_forever', false),
    ]),
  ];
}

function planProperties(variables: readonly { name: string; value: string }[]): string[] {
  const written = variables.map(({ name, value }) =>
    inner(name, 'Argument', [
      text('Argument.name', name),
      text('Argument.value', value),
      text('Argument.metadata', '='),
    ]),
  );
  return [
    text(
      'TestPlan.comments',
      'threads, rampup, duration, iterations, protocol, host and port are properties that a run can set.',
    ),
    inner('TestPlan.user_defined_variables', 'Arguments', [list('Arguments.arguments', written)]),
  ];
}

/** A variable whose extractor is disabled has its fallback value. */
function variablesOf({ variables, requests }: RequestPlan): { name: string; value: string }[] {
  const fallbacks = requests.flatMap(({ extractors }) =>
    extractors
      .filter(({ enabled }) => !enabled)
      .map(({ variable, fallback }) => ({ name: variable, value: fallback })),
  );
  const names = new Set(variables.map(({ name }) => name));
  return [...variables, ...fallbacks.filter(({ name }) => !names.has(name))];
}
