import type { ElementCompiler } from '../core.ts';
import { resultCollector } from './result-collector.ts';

const nothing: ElementCompiler = () => ({});

export const listeners: Record<string, ElementCompiler> = {
  'kg.apc.jmeter.vizualizers.CorrectedResultCollector': resultCollector,
  ResultCollector: resultCollector,
  // Writes to JMeter's own log.
  Summariser: nothing,
};
