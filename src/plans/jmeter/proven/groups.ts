import { boolean, type ProvenElement } from './proven-element.ts';

const threadGroup: ProvenElement['properties'] = {
  'ThreadGroup.num_threads': 'any',
  'ThreadGroup.ramp_time': 'any',
  'ThreadGroup.on_sample_error': ['continue', 'startnextloop', 'stopthread', 'stoptest', 'stoptestnow', ''],
  'ThreadGroup.scheduler': 'any',
  'ThreadGroup.duration': 'any',
  'ThreadGroup.delay': 'any',
  'ThreadGroup.delayedStart': 'any',
  'ThreadGroup.main_controller': {
    only: 'with a loop as its main controller',
    isMet: (value) => typeof value === 'object' && 'kind' in value && value.kind === 'LoopController',
  },
  'ThreadGroup.same_user_on_next_iteration': boolean,
  // JMeter has not read them since version 3.
  'ThreadGroup.start_time': 'ignored',
  'ThreadGroup.end_time': 'ignored',
};

const onError = threadGroup['ThreadGroup.on_sample_error'] ?? [];
const mainController = threadGroup['ThreadGroup.main_controller'] ?? [];

export const provenGroups: Record<string, ProvenElement> = {
  TestPlan: {
    title: 'Test Plan',
    properties: {
      'TestPlan.functional_mode': ['false'],
      'TestPlan.serialize_threadgroups': boolean,
      'TestPlan.tearDown_on_shutdown': boolean,
      'TestPlan.user_defined_variables': 'any',
      'TestPlan.user_define_classpath': [''],
    },
  },
  ThreadGroup: { title: 'Thread Group', properties: threadGroup },
  SetupThreadGroup: { title: 'setUp Thread Group', properties: threadGroup },
  PostThreadGroup: { title: 'tearDown Thread Group', properties: threadGroup },
  'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup': {
    title: 'bzm - Concurrency Thread Group',
    properties: {
      TargetLevel: 'any',
      RampUp: 'any',
      Steps: 'any',
      Hold: 'any',
      Iterations: 'any',
      Unit: ['S', 'M', ''],
      LogFilename: [''],
      'ThreadGroup.on_sample_error': onError,
      'ThreadGroup.main_controller': {
        only: 'with the controller that belongs to it',
        isMet: (value) =>
          typeof value === 'object' &&
          'kind' in value &&
          value.kind === 'com.blazemeter.jmeter.control.VirtualUserController',
      },
    },
  },
  'kg.apc.jmeter.threads.SteppingThreadGroup': {
    title: 'jp@gc - Stepping Thread Group',
    properties: {
      'ThreadGroup.num_threads': 'any',
      'ThreadGroup.on_sample_error': onError,
      'ThreadGroup.main_controller': mainController,
      'Threads initial delay': 'any',
      'Start users count': 'any',
      'Start users count burst': 'any',
      'Start users period': 'any',
      'Stop users count': 'any',
      'Stop users period': 'any',
      flighttime: 'any',
      rampUp: 'any',
    },
  },
  'kg.apc.jmeter.threads.UltimateThreadGroup': {
    title: 'jp@gc - Ultimate Thread Group',
    properties: {
      ultimatethreadgroupdata: 'any',
      'ThreadGroup.on_sample_error': onError,
      'ThreadGroup.main_controller': mainController,
    },
  },
};
