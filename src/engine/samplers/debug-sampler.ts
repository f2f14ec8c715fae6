import { booleanProperty } from '../../jmx/plan-tree.ts';
import { type ElementCompiler, noPackage, type Sampler } from '../core.ts';
import { Result } from '../state/result.ts';
import { shownJMeterProperties, shownVariables } from './shown-variables.ts';

/** Shows variables and properties. Plans that show the JVM's system properties need Apache JMeter. */
export const debugSampler: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const showsVariables = booleanProperty(element, 'displayJMeterVariables');
  const showsProperties = booleanProperty(element, 'displayJMeterProperties');
  const sampler: Sampler = {
    kind: 'sampler',
    name,
    package: noPackage,
    sample(user) {
      const result = new Result();
      result.label = name.evaluate(user);
      result.startMs = user.runner.nowMs();
      const parts: string[] = [];
      const titles: string[] = [];
      if (showsVariables) {
        titles.push('JMeterVariables\n');
        parts.push(`JMeterVariables:\n${shownVariables(user, element.place)}\n`);
      }
      if (showsProperties) {
        titles.push('JMeterProperties\n');
        parts.push(`JMeterProperties:\n${shownJMeterProperties(user, context.environment.properties)}\n`);
      }
      result.samplerData = titles.join('');
      result.setTextBody(parts.join(''));
      result.dataType = 'text';
      result.code = '200';
      result.message = 'OK';
      result.isSuccess = true;
      result.endMs = user.runner.nowMs();
      return result;
    },
  };
  return { sampler };
};
