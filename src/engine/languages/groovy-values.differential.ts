import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, group, http, planWith } from '../testing/plan.ts';
import { groovyScripts, jsr223 } from '../testing/script-plans.ts';

const uncached = { cacheKey: 'false' };
const stop = "throw new org.apache.jorphan.util.JMeterStopThreadException('enough')";

export const cases: DifferentialCase[] = [
  groovyScripts('Groovy: equality, order, null, and classes of values', [
    'Math.max(1.5, 2.5d)',
    'Math.max(1, 2.5d)',
    'null + "${1}"',
    'null + null',
    'null + [1]',
    'null.asBoolean()',
    'null.getClass().name',
    '1L in [1]',
    '[1].contains(1L)',
    '[1, 2].indexOf(2L)',
    '2 in 1..3',
    '2L in 1..3',
    '2.0 in 1..3',
    '2G in 1..3',
    '"${1}" in [\'1\']',
    '[1, 1L].toSet().size()',
    '[1, 1L].unique()',
    'def l = [1, 2]; l.removeAll([1L]); l',
    '[1, 2].intersect([2, 2, 1])',
    "'a' in [a: 0]",
    "switch (1L) { case [1]: 'list'; break; default: 'none' }",
    "switch (1.0) { case 0..3: 'range'; break; default: 'none' }",
    '2.0d ** 2',
    '2 ** -1',
    '2 ** 2L',
    '10 ** 10L',
    'new groovy.json.JsonSlurper().parseText(\'{"a":{"b":1}}\').a.getClass().name',
    'new groovy.json.JsonSlurper().parseText(\'{"a":{"b":1}}\').toString()',
    '"${new groovy.json.JsonSlurper().parseText(\'{"a":{"b":1}}\')}"',
    '(new TreeMap([b: 1]) + [a: 1]).getClass().name',
    'new TreeMap([b: 1, a: 2]).findAll { true }',
    "'a b'.split(' ').getClass().name",
    "'a'.bytes.getClass().name",
    '[].tail()',
    '[].init()',
    '7G % 3.5',
    '7 % 2.5',
    '"ab" < 1234',
    '"ab" < 1234.5',
    '[a: 1] < 1',
    "true < 'a'",
    "'ab' <=> [1, 'x']",
    '"a${1}" < 4',
    '"${\'a\'}" == 97',
    '"${\'a\'}" < 98',
    '98 > "${\'a\'}"',
    "\"${'a'}\".equals('a')",
    '"${1}" + (1..3)',
    '("a${1}" + 2).getClass().name',
    'null as int',
    'Objects.equals(1, 1L)',
  ]),
  {
    name: 'errors of scripts that are not cached',
    plan: planWith(
      {},
      {},
      group(
        {},
        jsr223('JSR223Sampler', 'thrown', "throw new Exception('a')", uncached),
        jsr223('JSR223Sampler', 'empty', '', uncached),
        debug('checked', jsr223('JSR223Assertion', 'check', "'x'.toInteger()", uncached)),
        jsr223('JSR223Sampler', 'stops nothing', stop, uncached),
        debug('goes on', jsr223('JSR223PreProcessor', 'pre', stop, uncached)),
        debug('stopped', jsr223('JSR223PreProcessor', 'pre', stop)),
        debug('never'),
      ),
    ),
  },
  {
    name: 'scripts that change the results of HTTP requests',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          {},
          http(
            'code',
            { port, path: '/ok' },
            jsr223(
              'JSR223PostProcessor',
              'post',
              "prev.setResponseCode('418'); prev.responseMessage = 'teapot'",
            ),
          ),
          http('all', { port, path: '/ok' }, jsr223('JSR223PostProcessor', 'post', 'prev.setResponseOK()')),
          http(
            'headers',
            { port, path: '/ok' },
            jsr223(
              'JSR223PostProcessor',
              'post',
              "prev.setResponseHeaders('a: b'); prev.setRequestHeaders('c: d'); prev.setSamplerData('added')",
            ),
          ),
        ),
      ),
  },
];
