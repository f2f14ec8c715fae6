import { listProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import type { Result } from '../state/result.ts';
import { csvHeader, csvWriter, type IsOn } from './result-columns.ts';
import { resultXml, xmlEnd, xmlStart } from './result-xml.ts';
import { areSubResultsSaved } from './sub-results-saved.ts';

/** Format of a results file, with its header and footer. */
export interface ResultFormat {
  isXml: boolean;
  savesBodies: boolean;
  start: string;
  end: string;
  write(result: Result): string;
}

/** JMeter's default settings. */
const defaults = new Set(
  'time latency connectTime timestamp success label code message threadName dataType assertions subresults fieldNames saveAssertionResultsFailureMessage url bytes sentBytes threadCounts idleTime'.split(
    ' ',
  ),
);

/** Settings missing in the plan are off; without any settings JMeter's defaults apply. */
export function resultFormat(element: PlanElement, properties: ReadonlyMap<string, string>): ResultFormat {
  const named = element.properties.has('saveConfig')
    ? new Set(
        listProperty(element, 'saveConfig')
          .filter(({ value }) => value === 'true')
          .map(({ name }) => name),
      )
    : defaultsWith(properties);
  const isOn: IsOn = (setting) =>
    named.has(setting) || (setting === 'threadCounts' && countsThreads(element));
  if (isOn('xml')) {
    return {
      isXml: true,
      savesBodies: isOn('responseData') || isOn('responseDataOnError'),
      start: xmlStart,
      end: xmlEnd,
      write: (result) => `${resultXml(result, isOn)}\n`,
    };
  }
  const start = isOn('fieldNames') ? `${csvHeader(isOn)}\n` : '';
  return { isXml: false, savesBodies: false, start, end: '', write: csvWriter(isOn) };
}

/** jp@gc's graphs always save thread counts, whatever the plan says. */
const countsThreads = ({ kind }: PlanElement) =>
  kind === 'kg.apc.jmeter.vizualizers.CorrectedResultCollector';

/**
 * Of the properties `jmeter.save.saveservice.*`, only `subresults` varies: the service sets the others, for both
 * engines.
 */
function defaultsWith(properties: ReadonlyMap<string, string>): ReadonlySet<string> {
  return areSubResultsSaved(properties) ? defaults : defaults.difference(new Set(['subresults']));
}
