import { provenListeners } from '../../jmx/proven/listeners.ts';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, type TestElement } from '../testing/plan.ts';

const kinds = ['ResultCollector', 'kg.apc.jmeter.vizualizers.CorrectedResultCollector'];
/** Everything that only a window reads. */
const ofWindows = (kind: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(provenListeners[kind]?.properties ?? {})
      .filter(([name, rule]) => rule === 'ignored' && name !== 'saveConfig')
      .map(([name]) => [name, '1']),
  );
const collector = (kind: string, isOfErrors: boolean, isOfSuccesses: boolean): TestElement => ({
  ...element(kind, 'Window', {
    ...ofWindows(kind),
    filename: kind === 'ResultCollector' ? `\${__P(case.folder)}/${isOfErrors}-${isOfSuccesses}.csv` : '',
    'ResultCollector.error_logging': isOfErrors,
    'ResultCollector.success_only_logging': isOfSuccesses,
  }),
  guiClass:
    kind === 'ResultCollector'
      ? 'RespTimeGraphVisualizer'
      : 'kg.apc.jmeter.vizualizers.ThreadsStateOverTimeGui',
});

export const cases: DifferentialCase[] = kinds.map((kind) => ({
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
