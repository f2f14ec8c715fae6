import { isExpressionSupported } from '../../languages/expressions/check-expression.ts';
import { boolean, type ProvenElement } from './proven-element.ts';

const interleave = { 'InterleaveControl.style': ['0', '1'], 'InterleaveControl.accrossThreads': boolean };

const recorderProperties = [
  ...['add_assertion', 'capture_http_headers', 'content_type_exclude', 'content_type_include'],
  ...['default_encoding', 'detect_graphql_request', 'domains', 'exclude_list', 'grouping_mode'],
  ...['https_spoof', 'https_spoof_match', 'include_list', 'notify_child_sl_filtered', 'port'],
  ...['proxy_http_sampler_format', 'proxy_http_sampler_naming_mode', 'proxy_pause_http_sampler'],
  ...['proxy_prefix_http_sampler_name', 'regex_match', 'sampler_download_images'],
  ...['sampler_follow_redirects', 'sampler_redirect_automatically', 'sampler_type_name', 'use_keepalive'],
];

export const provenControllers: Record<string, ProvenElement> = {
  CriticalSectionController: {
    title: 'Critical Section Controller',
    properties: { 'CriticalSectionController.lockName': 'any' },
    isShared: () => true,
  },
  ForeachController: {
    title: 'ForEach Controller',
    properties: {
      'ForeachController.inputVal': 'any',
      'ForeachController.returnVal': 'any',
      'ForeachController.useSeparator': boolean,
      'ForeachController.startIndex': 'any',
      'ForeachController.endIndex': 'any',
    },
  },
  GenericController: { title: 'Simple Controller', properties: {} },
  IfController: {
    title: 'If Controller',
    properties: {
      'IfController.condition': {
        only: 'as a variable or function, or as one expression of comparisons, arithmetic and methods of texts',
        isMet: (value, element) =>
          element.properties.get('IfController.useExpression') === 'true' ||
          (typeof value === 'string' && isExpressionSupported(value, 'javascript')),
      },
      'IfController.evaluateAll': boolean,
      'IfController.useExpression': boolean,
    },
  },
  IncludeController: {
    title: 'Include Controller',
    properties: { 'IncludeController.includepath': 'any' },
  },
  InterleaveControl: { title: 'Interleave Controller', properties: interleave },
  LoopController: {
    title: 'Loop Controller',
    properties: { 'LoopController.continue_forever': boolean, 'LoopController.loops': 'any' },
  },
  ModuleController: {
    title: 'Module Controller',
    properties: { 'ModuleController.node_path': 'ignored' },
  },
  OnceOnlyController: { title: 'Once Only Controller', properties: {} },
  ProxyControl: {
    title: 'HTTP(S) Test Script Recorder',
    properties: Object.fromEntries(
      recorderProperties.map((name) => [`ProxyControlGui.${name}`, 'ignored' as const]),
    ),
    note: 'It only records in a window; in a run it is a folder.',
  },
  RandomController: { title: 'Random Controller', properties: { 'InterleaveControl.style': ['0', '1'] } },
  RandomOrderController: { title: 'Random Order Controller', properties: {} },
  RecordingController: { title: 'Recording Controller', properties: {} },
  RunTime: { title: 'Runtime Controller', properties: { 'RunTime.seconds': 'any' } },
  SwitchController: {
    title: 'Switch Controller',
    properties: {
      'SwitchController.value': 'any',
      // Written by old JMeter versions, which derived it from the Interleave Controller; not read.
      'InterleaveControl.style': 'ignored',
      // Written by plan generators; not a property of JMeter.
      'SwitchController.continue': 'ignored',
    },
  },
  TestFragmentController: { title: 'Test Fragment', properties: {} },
  ThroughputController: {
    title: 'Throughput Controller',
    properties: {
      'ThroughputController.style': ['0', '1'],
      'ThroughputController.perThread': boolean,
      'ThroughputController.maxThroughput': 'any',
      'ThroughputController.percentThroughput': 'any',
    },
  },
  TransactionController: {
    title: 'Transaction Controller',
    properties: { 'TransactionController.parent': boolean, 'TransactionController.includeTimers': boolean },
  },
  WhileController: { title: 'While Controller', properties: { 'WhileController.condition': 'any' } },
  'com.blazemeter.jmeter.controller.ParallelSampler': {
    title: 'bzm - Parallel Controller',
    properties: { PARENT_SAMPLE: boolean, LIMIT_MAX_THREAD_NUMBER: boolean, MAX_THREAD_NUMBER: 'any' },
    note: 'With samplers, simple, loop, if, while, switch and once only controllers and transactions with parent samples in it. Post-processors belong below its samplers. Whatever its threads would share by mistake is left to Apache JMeter.',
  },
};
