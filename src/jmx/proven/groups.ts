import { BrokenSchedule, parseSchedule } from '../open-model-schedule.ts';
import type { PlanElement, PropertyValue } from '../plan-tree.ts';
import { savesXml } from './listeners.ts';
import { boolean, type PropertyCondition, type ProvenElement } from './proven-element.ts';

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
  // Not read since JMeter 3.
  'ThreadGroup.start_time': 'ignored',
  'ThreadGroup.end_time': 'ignored',
};

const hasController = ['ThreadGroup.main_controller'];
const onError = threadGroup['ThreadGroup.on_sample_error'] ?? [];
const mainController = threadGroup['ThreadGroup.main_controller'] ?? [];

const virtualUsers: PropertyCondition = {
  only: 'with the controller that belongs to it',
  isMet: (value) =>
    typeof value === 'object' &&
    'kind' in value &&
    value.kind === 'com.blazemeter.jmeter.control.VirtualUserController',
};

/** Written by plan generators without the prefix `ThreadGroup.`; no group reads it. */
const withoutPrefix: ProvenElement['properties'] = { same_user_on_next_iteration: 'ignored' };

const arrivals: ProvenElement['properties'] = {
  ...withoutPrefix,
  Iterations: 'any',
  Unit: ['S', 'M', ''],
  ConcurrencyLimit: 'any',
  ArrivalsLimit: 'any',
  LogFilename: [''],
  'ThreadGroup.on_sample_error': onError,
  'ThreadGroup.main_controller': virtualUsers,
};

/** At a row of 0 s, JMeter would start users endlessly. */
const hasTimes = (value: PropertyValue): boolean =>
  typeof value === 'object' &&
  'items' in value &&
  value.items.every(({ value: row }) => {
    const seconds = typeof row === 'object' && 'items' in row ? row.items[2]?.value : undefined;
    return typeof seconds === 'string' && (seconds.includes('${') || Number(seconds) > 0);
  });

/** Old plugin versions saved columns instead of rows; JMeter fails to start the users of a row that is too short. */
const hasWholeRows = (value: PropertyValue): boolean =>
  typeof value === 'object' &&
  'items' in value &&
  value.items.every(({ value: row }) => typeof row === 'object' && 'items' in row && row.items.length >= 5);

function isSchedule(value: PropertyValue): boolean {
  try {
    return typeof value === 'string' && (value.includes('${') || parseSchedule(value).length >= 0);
  } catch (error) {
    if (error instanceof BrokenSchedule) {
      return false;
    }
    throw error;
  }
}

const hasSome = (element: PlanElement, isWanted: (element: PlanElement) => boolean): boolean =>
  element.isEnabled && (isWanted(element) || element.children.some((child) => hasSome(child, isWanted)));

export const provenGroups: Record<string, ProvenElement> = {
  TestPlan: {
    title: 'Test Plan',
    properties: {
      'TestPlan.functional_mode': {
        only: 'without a listener that saves XML and without parallel samplers',
        isMet: (value, plan) =>
          value !== 'true' || !hasSome(plan, (each) => savesXml(each) || /Parallel/.test(each.kind)),
      },
      // Name of the variables before JMeter 2; not read.
      'TestPlan.arguments': 'ignored',
      'TestPlan.serialize_threadgroups': boolean,
      'TestPlan.tearDown_on_shutdown': boolean,
      'TestPlan.user_defined_variables': 'any',
      // Classes on this path matter only as elements or functions, which would not be proven.
      'TestPlan.user_define_classpath': 'ignored',
      // From before JMeter 2; not read.
      'TestPlan.thread_groups': 'ignored',
    },
  },
  ThreadGroup: { title: 'Thread Group', properties: threadGroup, needs: hasController },
  SetupThreadGroup: { title: 'setUp Thread Group', properties: threadGroup, needs: hasController },
  PostThreadGroup: { title: 'tearDown Thread Group', properties: threadGroup, needs: hasController },
  'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup': {
    title: 'bzm - Arrivals Thread Group',
    isShared: () => true,
    properties: { TargetLevel: 'any', RampUp: 'any', Steps: 'any', Hold: 'any', ...arrivals },
    note: 'As in the plugin, no virtual user arrives during a ramp-up without steps.',
  },
  'com.blazemeter.jmeter.threads.arrivals.FreeFormArrivalsThreadGroup': {
    title: 'bzm - Free-Form Arrivals Thread Group',
    isShared: () => true,
    properties: {
      Schedule: { only: 'with rows that each take some time', isMet: hasTimes },
      ...arrivals,
    },
  },
  'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup': {
    title: 'bzm - Concurrency Thread Group',
    properties: {
      ...withoutPrefix,
      TargetLevel: 'any',
      RampUp: 'any',
      Steps: 'any',
      Hold: 'any',
      Iterations: 'any',
      Unit: ['S', 'M', ''],
      LogFilename: {
        only: 'with an absolute path, also by a variable or function',
        isMet: (value) => typeof value === 'string' && /^(?:$|\/|\$\{)/.test(value),
      },
      'ThreadGroup.on_sample_error': onError,
      'ThreadGroup.main_controller': virtualUsers,
    },
  },
  OpenModelThreadGroup: {
    title: 'Open Model Thread Group',
    isShared: () => true,
    properties: {
      'OpenModelThreadGroup.schedule': { only: 'with a schedule that JMeter can read', isMet: isSchedule },
      'OpenModelThreadGroup.random_seed': 'any',
      'ThreadGroup.on_sample_error': onError,
      'ThreadGroup.main_controller': {
        only: 'with the controller that belongs to it',
        isMet: (value) =>
          typeof value === 'object' && 'kind' in value && value.kind === 'OpenModelThreadGroupController',
      },
    },
    note: 'A plan that stops the test gracefully ends; in Apache JMeter it never ends.',
  },
  'kg.apc.jmeter.threads.SteppingThreadGroup': {
    title: 'jp@gc - Stepping Thread Group',
    needs: hasController,
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
    needs: hasController,
    properties: {
      ultimatethreadgroupdata: { only: 'with rows of at least five numbers', isMet: hasWholeRows },
      'ThreadGroup.on_sample_error': onError,
      'ThreadGroup.main_controller': mainController,
    },
  },
};
