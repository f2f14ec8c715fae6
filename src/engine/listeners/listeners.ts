import type { ElementCompiler } from '../core.ts';
import { backendListener } from './backend/backend-listener.ts';
import { resultCollector } from './result-collector.ts';

const nothing: ElementCompiler = () => ({});

export const listeners: Record<string, ElementCompiler> = {
  BackendListener: backendListener,
  'kg.apc.jmeter.vizualizers.CorrectedResultCollector': resultCollector,
  ResultCollector: resultCollector,
  // Writes to JMeter's own log.
  Summariser: nothing,
};
