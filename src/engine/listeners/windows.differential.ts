import { provenListeners } from '../../jmx/proven/listeners.ts';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, type TestElement, withXml } from '../testing/plan.ts';

/** With a window that each of them can have. */
const kinds: Record<string, string> = {
  ResultCollector: 'RespTimeGraphVisualizer',
  'kg.apc.jmeter.vizualizers.CorrectedResultCollector': 'kg.apc.jmeter.vizualizers.ThreadsStateOverTimeGui',
  'kg.apc.jmeter.vizualizers.CompositeResultCollector': 'kg.apc.jmeter.vizualizers.CompositeGraphGui',
  'kg.apc.jmeter.perfmon.PerfMonCollector': 'kg.apc.jmeter.perfmon.PerfMonGui',
};
const perfMonServers = 'metricConnections';
/** Everything that only a window reads. */
const ofWindows = (kind: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(provenListeners[kind]?.properties ?? {})
      .filter(([name, rule]) => rule === 'ignored' && name !== 'saveConfig' && name !== perfMonServers)
      .map(([name]) => [name, '1']),
  );
const collector = (kind: string, isOfErrors: boolean, isOfSuccesses: boolean): TestElement => ({
  ...withXml(
    element(kind, 'Window', {
      ...ofWindows(kind),
      filename: kind.endsWith('.PerfMonCollector')
        ? ''
        : `\${__P(case.folder)}/${isOfErrors}-${isOfSuccesses}.csv`,
      'ResultCollector.error_logging': isOfErrors,
      'ResultCollector.success_only_logging': isOfSuccesses,
    }),
    kind.endsWith('.PerfMonCollector') ? `<collectionProp name="${perfMonServers}"/>` : '',
  ),
  guiClass: kinds[kind] ?? '',
});

export const cases: DifferentialCase[] = Object.keys(kinds).map((kind) => ({
  name: `${kind} with all that its windows keep, for errors, successes, both and all`,
  plan: ({ port }) => [
    group(
      {},
      debug('good'),
      http('bad', { port, path: '/status/500' }),
      ...[true, false].flatMap((isOfErrors) =>
        [true, false].map((isOfSuccesses) => collector(kind, isOfErrors, isOfSuccesses)),
      ),
    ),
  ],
  // Of each line of a file the label and whether it was good.
  normalize: (text) =>
    text
      .replaceAll(/^\d{13},\d+,([^,\n]*),(\d*),([^,\n]*),.*?,(true|false),.*$/gm, '$1 $2 $4')
      .replaceAll(/(\\n|^|")\d{13},\d+,/g, '$1'),
}));
