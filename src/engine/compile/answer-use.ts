import { isElement, type PlanElement, type PropertyValue } from '../../jmx/plan-tree.ts';
import type { AnswerUse, BodyUse, CompiledElement } from '../core.ts';

/**
 * The elements that read a response decide which parts are kept. Unlisted elements may read everything, so an element
 * missing here costs speed, not correctness.
 */

/** They look at the text of the answer to the sample that they are told of, and at nothing else of its body. */
const readersOfText = new Set([
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

/** They look at no body. */
const blind = new Set([
  ...['DebugPostProcessor', 'DurationAssertion', 'ResultAction', 'TransactionController'],
  // The recorder uses only the figures, or declares that it needs more.
  'spate recorder',
  // Controllers.
  ...['CriticalSectionController', 'ForeachController', 'GenericController', 'IfController'],
  ...['IncludeController', 'InterleaveControl', 'LoopController', 'ModuleController', 'OnceOnlyController'],
  ...['RandomController', 'RandomOrderController', 'RunTime', 'SwitchController', 'TestFragmentController'],
  ...['ThroughputController', 'WhileController'],
  // Samplers.
  ...['DebugSampler', 'HTTPSamplerProxy', 'JavaSampler', 'TestAction', 'kg.apc.jmeter.samplers.DummySampler'],
  // Timers.
  ...['ConstantThroughputTimer', 'ConstantTimer', 'GaussianRandomTimer', 'PoissonRandomTimer', 'SyncTimer'],
  ...['PreciseThroughputTimer', 'UniformRandomTimer', 'kg.apc.jmeter.timers.VariableThroughputTimer'],
  // Configs and pre-processors.
  ...['Arguments', 'ConfigTestElement', 'CookieManager', 'CounterConfig', 'CSVDataSet', 'HeaderManager'],
  ...['RandomVariableConfig', 'UserParameters', 'AuthManager', 'CacheManager', 'DNSCacheManager'],
  ...['com.blazemeter.jmeter.RandomCSVDataSetConfig', 'KeystoreConfig'],
  'SampleTimeout',
]);

/** They look at a sample while they are told of it, and never later. */
const forgetful = new Set([
  ...readersOfText,
  ...['MD5HexAssertion', 'ResultCollector', 'SizeAssertion', 'Summariser', 'XPathAssertion'],
  'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.JSONPathAssertion',
  'kg.apc.jmeter.vizualizers.CorrectedResultCollector',
]);

/** Functions that look at the last answer, or evaluate a text that may hold one that does. */
export const readersOfLastAnswer = /\$\{__(?:regexFunction|eval|evalVar|groovy|BeanShell|jexl2?)\b/i;

/** What an element does with the body of the answers it is told of. */
export function bodyUseOf(element: PlanElement, compiled: CompiledElement): BodyUse {
  const { listener, assertion, postProcessor } = compiled;
  if (!listener && !assertion && !postProcessor) {
    return 'none';
  }
  if (listener?.bodyUse !== undefined) {
    return listener.bodyUse;
  }
  return blind.has(element.kind) ? 'none' : readersOfText.has(element.kind) ? 'text' : 'bytes';
}

/** Notes it when the element may look at an answer after its sample is over. */
export function noteUse(element: PlanElement, compiled: CompiledElement, use: AnswerUse): void {
  const isTold = compiled.listener?.bodyUse !== undefined;
  const isKnown = isTold || blind.has(element.kind) || forgetful.has(element.kind);
  use.isReadLater ||= !isKnown || hasReader(element.name) || [...element.properties.values()].some(hasReader);
}

function hasReader(value: PropertyValue): boolean {
  if (typeof value === 'string') {
    return readersOfLastAnswer.test(value);
  }
  return isElement(value)
    ? hasReader(value.name) || [...value.properties.values()].some(hasReader)
    : value.items.some((item) => hasReader(item.name) || hasReader(item.value));
}

const order: readonly BodyUse[] = ['none', 'text', 'bytes'];

export const strongestUse = (uses: readonly BodyUse[]): BodyUse =>
  order[Math.max(0, ...uses.map((use) => order.indexOf(use)))] ?? 'bytes';
