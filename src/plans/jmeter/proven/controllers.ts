import { isExpressionSupported } from '../expressions/check-expression.ts';
import { boolean, type ProvenElement } from './proven-element.ts';

const interleave = { 'InterleaveControl.style': ['0', '1'], 'InterleaveControl.accrossThreads': boolean };

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
  RandomController: { title: 'Random Controller', properties: { 'InterleaveControl.style': ['0', '1'] } },
  RandomOrderController: { title: 'Random Order Controller', properties: {} },
  RunTime: { title: 'Runtime Controller', properties: { 'RunTime.seconds': 'any' } },
  SwitchController: { title: 'Switch Controller', properties: { 'SwitchController.value': 'any' } },
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
