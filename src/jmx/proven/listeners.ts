import { isPlainPattern } from '../../languages/java-regex/plain-regex.ts';
import { isElement, listProperty, type PlanElement, type PropertyValue, textProperty } from '../plan-tree.ts';
import { boolean, type ProvenElement } from './proven-element.ts';
import { beanShellElement, jsr223Element } from './script-rule.ts';

const ofResponseTimes = [
  ...['graphsizedynamic', 'graphsizeheight', 'graphsizewidth', 'graphtitle', 'graphtitlefondsize'],
  ...['graphtitlefontname', 'graphtitlefontstyle', 'interval', 'legendfont', 'legendplacement', 'legendsize'],
  ...['legendstyle', 'lineshapepoint', 'linestrockwidth', 'seriesselection', 'seriesselectioncasesensitive'],
  ...['seriesselectionmatchlabel', 'seriesselectionregexp', 'xaxistimeformat', 'yaxisnumbergrouping'],
  ...['yaxisscaleincrement', 'yaxisscalemaxvalue'],
].map((name) => [`RespTimeGraph.${name}`, 'ignored'] as const);

/** Settings of graphs in the GUI. */
const ofGraphs: ProvenElement['properties'] = {
  interval_grouping: 'ignored',
  graph_aggregated: 'ignored',
  include_sample_labels: 'ignored',
  exclude_sample_labels: 'ignored',
  include_checkbox_state: 'ignored',
  exclude_checkbox_state: 'ignored',
  start_offset: 'ignored',
  end_offset: 'ignored',
  regexps: 'ignored',
  ...Object.fromEntries(ofResponseTimes),
};

const collector: ProvenElement['properties'] = {
  filename: 'any',
  'ResultCollector.error_logging': boolean,
  'ResultCollector.success_only_logging': boolean,
  saveConfig: 'ignored',
  // Old names that JMeter no longer reads.
  'ResultCollector.success_only': 'ignored',
  'ResultCollector.timestamp': 'ignored',
  // A saveConfig that lost its name; JMeter then saves the default fields.
  '': 'ignored',
  useGroupName: 'ignored',
  ...ofGraphs,
};

const home = 'org.apache.jmeter.visualizers.backend';
const clients = ['influxdb.Influxdb', 'influxdb.InfluxDBRaw'].map(
  (name) => `${home}.${name}BackendListenerClient`,
);
const senders = ['influxdb.Http', 'influxdb.Udp'].map((name) => `${home}.${name}MetricsSender`);
const percentiles = /^(?:\s*(?:100|\d{1,2}(?:\.\d{1,2})?)\s*(?:;|$))*$/;

/** Whether the engine's clients support the arguments. Percentiles and expressions with variables are accepted. */
function areProvenArguments(value: PropertyValue): boolean {
  const given = isElement(value) ? listProperty(value, 'Arguments.arguments') : [];
  const read = (wanted: string) =>
    given
      .map((item) => item.value)
      .filter(isElement)
      .filter((each) => textProperty(each, 'Argument.name') === wanted)
      .map((each) => textProperty(each, 'Argument.value'))[0];
  const sender = read('influxdbMetricsSender') ?? '';
  const shares = read('percentiles') ?? '';
  const patterns = [
    read('samplersRegex') ?? '',
    read('useRegexpForSamplersList') === 'true' ? (read('samplersList') ?? '') : '',
  ];
  return (
    senders.includes(sender) &&
    (shares.includes('${') ||
      (percentiles.test(shares) && !/(?:^|;)\s*0+(?:\.0*)?\s*(?:;|$)/.test(shares))) &&
    patterns.every((pattern) => pattern.includes('${') || isPlainPattern(pattern))
  );
}

/** Whether a listener saves XML. The file has a root element, so one worker must write all of it. */
export const savesXml = (element: PlanElement): boolean =>
  textProperty(element, 'filename') !== '' &&
  listProperty(element, 'saveConfig').some(({ name, value }) => name === 'xml' && value === 'true');

export const provenListeners: Record<string, ProvenElement> = {
  'kg.apc.jmeter.reporters.FlexibleFileWriter': {
    title: 'jp@gc - Flexible File Writer',
    properties: {
      filename: 'any',
      columns: {
        only: 'without sample variables and variables',
        isMet: (value) => typeof value === 'string' && !/variable#|\$\{/.test(value),
      },
      header: 'any',
      footer: 'any',
      overwrite: boolean,
    },
    note: 'Its users run in one thread. The columns are those of version 1.3.1, which comes with Apache JMeter here.',
    isShared: () => true,
  },
  BackendListener: {
    title: 'Backend Listener',
    properties: {
      classname: clients,
      QUEUE_SIZE: 'ignored',
      arguments: {
        only: 'with a sender of JMeter’s own, percentiles between 0 and 100 and simple expressions for labels',
        isMet: (value, element) =>
          !clients.includes(textProperty(element, 'classname')) || areProvenArguments(value),
      },
    },
    isShared: () => true,
    note: 'For InfluxDB (HTTP, UDP, raw). The order of lines that are sent together is not that of JMeter.',
  },
  BeanShellListener: beanShellElement('BeanShellListener', 'BeanShell Listener'),
  JSR223Listener: jsr223Element('JSR223Listener', 'JSR223 Listener'),
  'kg.apc.jmeter.perfmon.PerfMonCollector': {
    title: 'jp@gc - PerfMon Metrics Collector',
    properties: {
      ...collector,
      filename: [''],
      metricConnections: 'ignored',
      forcePerfmonFile: 'ignored',
    },
    note: 'Without a file its metrics are only shown, and only in a window: they are not collected.',
  },
  'kg.apc.jmeter.vizualizers.CompositeResultCollector': {
    title: 'jp@gc - Composite Graph',
    properties: { ...collector, COMPOSITE_CFG: 'ignored' },
    isShared: savesXml,
    note: 'What it shows needs a window; what it saves is written.',
  },
  'kg.apc.jmeter.vizualizers.CorrectedResultCollector': {
    title: 'jp@gc graphs',
    properties: { ...collector, prefix_label: 'ignored' },
    isShared: savesXml,
    note: 'What they show needs a window; what they save is written, always with the numbers of active threads.',
  },
  ResultCollector: {
    title: 'Listeners that show or save results',
    properties: collector,
    isShared: savesXml,
    note: 'What they show needs a window; what they save is written.',
  },
  ResultSaver: {
    title: 'Save Responses to a file',
    properties: {
      'FileSaver.filename': 'any',
      'FileSaver.variablename': 'any',
      'FileSaver.errorsonly': boolean,
      'FileSaver.successonly': boolean,
      'FileSaver.skipautonumber': boolean,
      'FileSaver.skipsuffix': boolean,
      'FileSaver.addTimstamp': boolean,
      'FileSaver.numberPadLen': 'any',
      'FileSaver.ignoreTC': boolean,
    },
    note: 'Of requests that got no answer the reason is saved, without the lines of Java’s stack.',
  },
  Summariser: { title: 'Generate Summary Results', properties: {}, note: "Writes to JMeter's log only." },
};
