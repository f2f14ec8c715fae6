import { javaText } from '../../languages/jvm/java-text.ts';
import { type ElementCompiler, noPackage, type Sampler } from '../core.ts';
import { beanShellProblem, beanShellScript } from '../languages/bean-shell-element.ts';
import { sampleObject } from '../languages/script-objects.ts';
import { Result } from '../state/result.ts';

/** JMeter's BeanShell Sampler: the script's result becomes a sample. */
export const beanShellSampler: ElementCompiler = (element, context) => {
  const script = beanShellScript(element, context, 'BeanShellSampler');
  const sampler: Sampler = {
    kind: 'sampler',
    name: script.name,
    package: noPackage,
    sample(user) {
      const result = new Result();
      result.label = script.name.evaluate(user);
      result.startMs = user.runner.nowMs();
      result.dataType = 'text';
      const source = script.source.evaluate(user);
      result.samplerData = source;
      let isSuccess = false;
      try {
        const value = script.run(user, source, {
          SampleResult: sampleObject(result),
          ResponseCode: '200',
          ResponseMessage: 'OK',
          IsSuccess: true,
        });
        if (value !== null && value !== undefined) {
          result.setTextBody(javaText(value));
        }
        result.code = script.read(user, 'ResponseCode');
        result.message = script.read(user, 'ResponseMessage');
        isSuccess = script.read(user, 'IsSuccess').toLowerCase() === 'true';
      } catch (error) {
        result.message = beanShellProblem(error, user, source);
        result.code = '500';
      }
      result.isSuccess = isSuccess;
      result.endMs = user.runner.nowMs();
      return result;
    },
  };
  return { sampler };
};
