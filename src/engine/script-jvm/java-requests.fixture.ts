import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, planWith, type TestElement, variables, withXml } from '../testing/plan.ts';
import { beanShellOf, jsr223 } from '../testing/script-plans.ts';

function request(
  name: string,
  className: string,
  args: Record<string, string> = {},
  ...children: TestElement[]
) {
  const each = element('JavaSampler', name, { classname: className }, children);
  return withXml(
    { ...each, guiClass: 'JavaTestSamplerGui' },
    `<elementProp name="arguments" elementType="Arguments">${variables(args).properties}</elementProp>`,
  );
}

const fields = (kind: string, ...children: TestElement[]) =>
  request(`fields ${kind}`, 'probe.Fields', { kind }, ...children);
const fails = (how: string) => request(`fails ${how}`, 'probe.Fails', { how });

/** Plans with Java Requests, whose classes are in the jar of the fixture. */
export const javaRequestCases: DifferentialCase[] = [
  {
    name: 'Java Requests of a jar: life cycle, arguments, variables, properties and threads',
    plan: planWith(
      {},
      { n: '3', gone: 'there' },
      group(
        { users: 3, loops: 2 },
        request('life ${n} ${__threadNum}', 'probe.Lifecycle', {
          text: 'value ${n}',
          number: '42',
          counted: '${__counter(TRUE,)}',
        }),
        debug(
          'after ${runs} ${gone}',
          jsr223(
            'JSR223PreProcessor',
            'script',
            "vars.put('steps', vars.getObject('list').toString()); vars.put('seen', String.valueOf(props.get('of.' + ctx.getThread().getThreadName()))); vars.put('twice', probe.Helper.twice('ab'))",
          ),
        ),
        request('again', ' probe.Lifecycle ', { text: '${steps}' }),
      ),
    ),
    properties: { given: 'by the run' },
    isConcurrent: true,
  },
  {
    name: 'Java Requests of a jar: all fields of samples and their sub-results',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        ...['plain', 'all', 'bytes', 'typed', 'renamed', 'stored', 'none', 'ignored'].map((kind) =>
          fields(kind),
        ),
        fields(
          'plain',
          jsr223(
            'JSR223PostProcessor',
            'change',
            "prev.setResponseData('changed', 'UTF-8'); prev.setSampleLabel('changed')",
          ),
        ),
        debug('end ${JMeterThread.last_sample_ok}'),
      ),
      group({}, fields('stops'), debug('never')),
    ),
    isConcurrent: true,
  },
  {
    name: 'scripts give the properties to classes of a jar, also to one that is missing',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        debug(
          'by Groovy ${a}',
          jsr223(
            'JSR223PreProcessor',
            'pre',
            "import probe.Settings; vars.put('a', new Settings(props, 'x').take('given'))",
          ),
        ),
        debug('seen ${__P(given,none)} ${__P(made,none)}'),
        beanShellOf(
          'BeanShellSampler',
          'by BeanShell',
          'import probe.Settings; Settings source = new Settings(props, "y"); vars.put("b", source.take("made")); return source.take("given");',
        ),
        debug('seen ${__P(given,none)} ${__P(made,none)}'),
        beanShellOf('BeanShellSampler', 'missing', 'import com.missing.Gone; Gone gone = new Gone(props);'),
        debug('end'),
      ),
    ),
    properties: { given: 'by the run' },
  },
  {
    name: 'Java Requests of a jar: what the class reads of samples, variables and properties',
    plan: planWith({}, {}, group({ loops: 2 }, request('members', 'probe.Members'), debug('${object}'))),
    properties: { given: 'by the run' },
  },
  ...['test', 'test now'].flatMap((what) =>
    [fields(`stops ${what}`), fails(what)].map((stopper) => ({
      name: `Java Requests of a jar stop the test: ${stopper.name}`,
      plan: planWith({}, {}, group({ loops: 3 }, debug('before'), stopper)),
    })),
  ),
  {
    name: 'Java Requests of a jar: times that the class sets',
    plan: [group({}, fields('times'))],
    summarize: (samples) =>
      samples.map(({ label, startMs, endMs, latencyMs, connectMs }) =>
        [label, endMs - startMs, latencyMs, connectMs].join(' '),
      ),
  },
  {
    name: 'Java Requests that fail: exceptions, errors, stops, and classes that are missing or no clients',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        fails('exception'),
        fails('setup'),
        fails('none'),
        request('missing', 'no.such.Client', { a: 'b' }),
        request('no client', 'probe.NoClient'),
        request('hidden', 'probe.Hidden'),
        request('empty', ''),
        debug('end ${how}'),
      ),
      group({}, debug('before'), fails('error'), debug('never')),
      group({}, debug('before'), fails('thread'), debug('never')),
    ),
    isConcurrent: true,
  },
  {
    name: 'Java Requests of a jar are torn down once for each virtual user at the end of the test',
    plan: planWith(
      {},
      { planned: 'of the plan' },
      group(
        { users: 2, loops: 2 },
        request('ends', 'probe.Ends', { text: 'x' }),
        request('other', 'probe.Fields', { kind: 'plain' }),
      ),
    ),
    isConcurrent: true,
  },
];
