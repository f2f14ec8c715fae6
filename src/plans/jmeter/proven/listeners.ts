import { textProperty } from '../plan-tree.ts';
import { boolean, type ProvenElement } from './proven-element.ts';

const collector: ProvenElement['properties'] = {
  filename: 'any',
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
    isShared: (element) => textProperty(element, 'filename') !== '',
    note: 'What they show needs a window; what they save is written.',
  },
  Summariser: { title: 'Generate Summary Results', properties: {}, note: "Writes to JMeter's log only." },
};
