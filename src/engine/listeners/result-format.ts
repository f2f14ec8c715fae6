import { listProperty, type PlanElement } from '../../plans/jmeter/plan-tree.ts';
import type { Result } from '../sampling/result.ts';
import { csvHeader, csvWriter, type IsOn } from './result-columns.ts';
import { resultXml, xmlEnd, xmlStart } from './result-xml.ts';
import { areSubResultsSaved } from './sub-results-saved.ts';

/** How a listener writes results, and what stands before and after all of them. */
export interface ResultFormat {
  isXml: boolean;
  savesBodies: boolean;
  start: string;
  end: string;
  write(result: Result): string;
}

/** What JMeter saves unless a plan says otherwise. */
const defaults = new Set(
  'time latency connectTime timestamp success label code message threadName dataType assertions subresults fieldNames saveAssertionResultsFailureMessage url bytes sentBytes threadCounts idleTime'.split(
    ' ',
  ),
);

/** Settings that a plan does not name are off; without any settings JMeter's own defaults count. */
export function resultFormat(element: PlanElement, properties: ReadonlyMap<string, string>): ResultFormat {
  const named = element.properties.has('saveConfig')
    ? new Set(
        listProperty(element, 'saveConfig')
          .filter(({ value }) => value === 'true')
          .map(({ name }) => name),
      )
    : defaultsWith(properties);
  const isOn: IsOn = (setting) => named.has(setting);
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

/** The other settings of this kind are the service's own, in both engines. */
function defaultsWith(properties: ReadonlyMap<string, string>): ReadonlySet<string> {
  return areSubResultsSaved(properties) ? defaults : defaults.difference(new Set(['subresults']));
}
