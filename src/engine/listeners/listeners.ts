import type { ElementCompiler } from '../core.ts';
import { backendListener } from './backend/backend-listener.ts';
import { beanShellListener } from './bean-shell-listener.ts';
import { flexibleFileWriter } from './flexible-file-writer.ts';
import { jsr223Listener } from './jsr223-listener.ts';
import { resultCollector } from './result-collector.ts';
import { resultSaver } from './result-saver.ts';

const nothing: ElementCompiler = () => ({});

export const listeners: Record<string, ElementCompiler> = {
  BackendListener: backendListener,
  BeanShellListener: beanShellListener,
  JSR223Listener: jsr223Listener,
  // Without a file it only shows what it has collected.
  'kg.apc.jmeter.perfmon.PerfMonCollector': nothing,
  'kg.apc.jmeter.reporters.FlexibleFileWriter': flexibleFileWriter,
  'kg.apc.jmeter.vizualizers.CompositeResultCollector': resultCollector,
  'kg.apc.jmeter.vizualizers.CorrectedResultCollector': resultCollector,
  ResultCollector: resultCollector,
  ResultSaver: resultSaver,
  // Writes to JMeter's own log.
  Summariser: nothing,
};
