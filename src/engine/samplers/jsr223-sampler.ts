import { javaText } from '../../languages/jvm/java-text.ts';
import { type ElementCompiler, noPackage, type Sampler } from '../core.ts';
import { jsr223Script } from '../languages/jsr223-element.ts';
import { sampleObject } from '../languages/script-objects.ts';
import { Result } from '../state/result.ts';

/** JMeter's JSR223 Sampler: the script's result becomes a sample. */
export const jsr223Sampler: ElementCompiler = (element, context) => {
  const script = jsr223Script(element, context);
  const sampler: Sampler = {
    kind: 'sampler',
    name: script.name,
    package: noPackage,
    sample(user) {
      const result = new Result();
      result.label = script.name.evaluate(user);
      result.isSuccess = true;
      result.code = '200';
      result.message = 'OK';
      const source = script.source.evaluate(user);
      result.samplerData = source;
      result.dataType = 'text';
      result.startMs = user.runner.nowMs();
      try {
        const value = script.run(user, source, { SampleResult: sampleObject(result) });
        if (value !== null && result.body.length === 0) {
          result.setTextBody(javaText(value));
        }
      } catch (error) {
        const text = script.problem(error, user);
        user.runner.log('error', `Problem in JSR223 script ${result.label}, message: ${text}`);
        result.isSuccess = false;
        result.code = '500';
        result.message = text;
      }
      if (result.endMs === 0) {
        result.endMs = user.runner.nowMs();
      }
      return result;
    },
  };
  return { sampler, planListener: script.planListener };
};
