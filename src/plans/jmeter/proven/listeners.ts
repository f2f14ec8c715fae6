import { listProperty, type PlanElement } from '../plan-tree.ts';
import { boolean, type ProvenElement } from './proven-element.ts';

/** As CSV, with columns that are ours to fill. */
function isWrittenAlike(element: PlanElement): boolean {
  const isOn = (name: string) =>
    listProperty(element, 'saveConfig').some((item) => item.name === name && item.value === 'true');
  return !['xml', 'encoding', 'hostname'].some(isOn);
}

const collector: ProvenElement['properties'] = {
  filename: {
    only: 'as CSV, without the columns for encoding and host',
    isMet: (value, element) => value === '' || isWrittenAlike(element),
  },
  'ResultCollector.error_logging': boolean,
  'ResultCollector.success_only_logging': boolean,
  saveConfig: 'ignored',
};

export const provenListeners: Record<string, ProvenElement> = {
  'kg.apc.jmeter.vizualizers.CorrectedResultCollector': {
    title: 'jp@gc graphs',
    properties: {
      filename: [''],
      'ResultCollector.error_logging': boolean,
      'ResultCollector.success_only_logging': boolean,
      saveConfig: 'ignored',
      interval_grouping: 'ignored',
      graph_aggregated: 'ignored',
      include_sample_labels: 'ignored',
      exclude_sample_labels: 'ignored',
      include_checkbox_state: 'ignored',
      exclude_checkbox_state: 'ignored',
      start_offset: 'ignored',
      end_offset: 'ignored',
    },
    note: 'They only show, and only in a window.',
  },
  ResultCollector: {
    title: 'Listeners that show or save results',
    properties: collector,
    note: 'What they show needs a window; what they save is written.',
  },
  Summariser: { title: 'Generate Summary Results', properties: {}, note: "Writes to JMeter's log only." },
};
