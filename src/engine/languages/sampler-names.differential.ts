import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith } from '../testing/plan.ts';
import { beanShell, jsr223 } from '../testing/script-plans.ts';

const pre = (script: string) => jsr223('JSR223PreProcessor', 'pre', script);
const post = (script: string) => jsr223('JSR223PostProcessor', 'post', script);

/** A name that differs for each evaluation, and with a variable. */
const counted = (name: string) => `${name} \${__counter(TRUE)} \${x}`;

export const cases: DifferentialCase[] = [
  {
    name: 'the name of a sampler is evaluated for the sample, and each time that a script reads it',
    plan: ({ port }) =>
      planWith(
        {},
        { x: 'first' },
        group(
          { loops: 2 },
          debug(
            counted('not read'),
            beanShell('BeanShellPreProcessor', 'none', ''),
            pre("vars.put('x', 'set')"),
          ),
          debug(
            counted('read before'),
            pre("vars.put('a', sampler.getName()); vars.put('x', 'too late')"),
            post("vars.put('b', sampler.name + ctx.currentSampler.name)"),
          ),
          debug(counted('read after'), post("vars.put('x', 'new'); vars.put('c', sampler.name)")),
          debug(counted('by BeanShell'), beanShell('BeanShellPreProcessor', 'name', 'sampler.getName();')),
          http(counted('http'), { port, path: '/ok' }, pre('sampler.name'), post('sampler.name')),
          http(counted('function'), { port, path: '/${__samplerName(d)}' }, pre("vars.put('x', 'y')")),
          element(
            'JavaSampler',
            counted('java'),
            { classname: 'org.apache.jmeter.protocol.java.test.JavaTest' },
            [pre('sampler.name')],
          ),
          jsr223('JSR223Sampler', counted('script'), "vars.put('e', Label)"),
          jsr223('JSR223Sampler', counted('unread'), "vars.put('f', 'x')", {
            parameters: '${__counter(TRUE,g)}',
          }),
          element(
            'kg.apc.jmeter.samplers.DummySampler',
            counted('dummy'),
            {
              ...{ WAITING: false, SUCCESFULL: true, RESPONSE_CODE: '200', RESPONSE_MESSAGE: 'OK' },
              ...{ REQUEST_DATA: '', RESPONSE_DATA: '', RESPONSE_TIME: '0', LATENCY: '0', CONNECT: '0' },
            },
            [
              pre('sampler.name'),
              jsr223('JSR223Assertion', 'check', 'AssertionResult.failureMessage = sampler.name'),
            ],
          ),
          debug('end', beanShell('BeanShellPreProcessor', counted('bean'), 'vars.put("g", Label);')),
        ),
      ),
  },
];
