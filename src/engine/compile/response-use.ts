import { isElement, type PlanElement, type PropertyValue } from '../../jmx/plan-tree.ts';
import type { BodyUse, CompiledElement, ResponseUse } from '../core.ts';

/**
 * The elements that read a response determine which parts of it are kept. Unlisted elements are assumed to read
 * everything, so an element missing here costs speed, not correctness.
 */

/** Elements that read only the text of the response of the sample that they receive. */
const textReaders = new Set([
  'BoundaryExtractor',
  'HtmlExtractor',
  'JSONPathAssertion',
  'JSONPostProcessor',
  'RegexExtractor',
  'ResponseAssertion',
  'XMLAssertion',
  'XPathExtractor',
  'com.atlantbh.jmeter.plugins.jsonutils.jsonpathextractor.JSONPathExtractor',
]);

/** Elements that read no response body. */
const nonReaders = new Set([
  ...['DebugPostProcessor', 'DurationAssertion', 'ResultAction', 'TransactionController'],
  // The recorder reads only times, sizes and codes, or declares that it needs more.
  'spate recorder',
  // Controllers.
  ...['CriticalSectionController', 'ForeachController', 'GenericController', 'IfController'],
  ...['IncludeController', 'InterleaveControl', 'LoopController', 'ModuleController', 'OnceOnlyController'],
  ...['RandomController', 'RandomOrderController', 'RunTime', 'SwitchController', 'TestFragmentController'],
  ...['ThroughputController', 'WhileController'],
  // Samplers.
  ...['DebugSampler', 'HTTPSamplerProxy', 'JavaSampler', 'TestAction', 'kg.apc.jmeter.samplers.DummySampler'],
  ...['CloseWebSocketSampler', 'OpenWebSocketSampler', 'PingPongSampler', 'RequestResponseWebSocketSampler']
    .concat(
      'SingleReadWebSocketSampler',
      'SingleWriteWebSocketSampler',
      'BinaryFrameFilter',
      'PingFrameFilter',
      'TextFrameFilter',
    )
    .map((name) => `eu.luminis.jmeter.wssampler.${name}`),
  // Timers.
  ...['ConstantThroughputTimer', 'ConstantTimer', 'GaussianRandomTimer', 'PoissonRandomTimer', 'SyncTimer'],
  ...['PreciseThroughputTimer', 'UniformRandomTimer', 'kg.apc.jmeter.timers.VariableThroughputTimer'],
  // Configs and pre-processors.
  ...['Arguments', 'ConfigTestElement', 'CookieManager', 'CounterConfig', 'CSVDataSet', 'HeaderManager'],
  ...['RandomVariableConfig', 'UserParameters', 'AuthManager', 'CacheManager', 'DNSCacheManager'],
  ...['com.blazemeter.jmeter.RandomCSVDataSetConfig', 'KeystoreConfig'],
  'SampleTimeout',
]);

/** Elements that read a sample only while they receive it, never later. */
const transientReaders = new Set([
  ...textReaders,
  ...['MD5HexAssertion', 'ResultCollector', 'SizeAssertion', 'Summariser', 'XPathAssertion'],
  'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.JSONPathAssertion',
  'kg.apc.jmeter.perfmon.PerfMonCollector',
  'kg.apc.jmeter.vizualizers.CompositeResultCollector',
  'kg.apc.jmeter.vizualizers.CorrectedResultCollector',
]);

/** Functions that read the last response, or evaluate a text that may contain such a function. */
export const lastResponseReaders = /\$\{__(?:regexFunction|eval|evalVar|groovy|BeanShell|jexl2?)\b/i;

/** How an element uses the body of the responses it receives. */
export function bodyUseOf(element: PlanElement, compiled: CompiledElement): BodyUse {
  const { listener, assertion, postProcessor } = compiled;
  if (!listener && !assertion && !postProcessor) {
    return 'none';
  }
  if (listener?.bodyUse !== undefined) {
    return listener.bodyUse;
  }
  if (compiled.runsOutside) {
    return 'bytes';
  }
  return nonReaders.has(element.kind) ? 'none' : textReaders.has(element.kind) ? 'text' : 'bytes';
}

/** Records elements that may read a response after its sample has ended. */
export function noteUse(element: PlanElement, compiled: CompiledElement, use: ResponseUse): void {
  const isDeclared = compiled.listener?.bodyUse !== undefined;
  const isKnown = isDeclared || nonReaders.has(element.kind) || transientReaders.has(element.kind);
  use.isReadLater ||= !isKnown || hasReader(element.name) || [...element.properties.values()].some(hasReader);
}

function hasReader(value: PropertyValue): boolean {
  if (typeof value === 'string') {
    return lastResponseReaders.test(value);
  }
  return isElement(value)
    ? hasReader(value.name) || [...value.properties.values()].some(hasReader)
    : value.items.some((item) => hasReader(item.name) || hasReader(item.value));
}

const order: readonly BodyUse[] = ['none', 'text', 'bytes'];

export const strongestUse = (uses: readonly BodyUse[]): BodyUse =>
  order[Math.max(0, ...uses.map((use) => order.indexOf(use)))] ?? 'bytes';
