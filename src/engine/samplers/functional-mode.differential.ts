import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, transaction, withXml } from '../testing/plan.ts';

const debugPostProcessor = element('DebugPostProcessor', 'shows', {
  displayJMeterProperties: false,
  displayJMeterVariables: false,
  displaySamplerProperties: false,
  displaySystemProperties: false,
});

const html = '<img src="/a.png"><img src="/redirect/302?to=/b.png">';
const page = `/type?type=text%2Fhtml&hex=${Buffer.from(html).toString('hex')}`;

export const cases: DifferentialCase[] = [
  {
    name: 'in functional mode redirects that are followed too often keep their labels',
    plan: ({ port }) =>
      planWith(
        { 'TestPlan.functional_mode': true },
        {},
        group({}, http('too often', { port, path: '/loop' })),
      ),
    without: ['bytes', 'body'],
  },
  {
    name: 'in functional mode sub-results keep their labels',
    plan: ({ port }) =>
      planWith(
        { 'TestPlan.functional_mode': true },
        {},
        group(
          {},
          debug('debug', debugPostProcessor),
          http('plain', { port, path: '/echo' }),
          http('redirected', { port, path: '/redirect/302?to=/redirect/302%3Fto%3D/echo' }),
          http('shown', { port, path: '/echo' }, debugPostProcessor),
          transaction(
            'whole',
            true,
            debug('first'),
            http('second', { port, path: '/redirect/302?to=/echo' }),
          ),
          http('page', { port, path: page, more: { 'HTTPSampler.image_parser': true } }),
          withXml(
            {
              ...element('ResultCollector', 'results', { filename: '~/few.csv' }),
              guiClass: 'SimpleDataWriter',
            },
            '<objProp><name>saveConfig</name><value class="SampleSaveConfiguration"><label>true</label><success>true</success><responseData>true</responseData></value></objProp>',
          ),
        ),
      ),
  },
];
