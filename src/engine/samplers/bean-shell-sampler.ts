import { javaText } from '../../languages/jvm/java-text.ts';
import { ScriptException, type Value } from '../../languages/jvm/values.ts';
import { type ElementCompiler, noPackage, type Sampler, type User } from '../core.ts';
import { beanShellScript } from '../languages/bean-shell-element.ts';
import { sampleObject } from '../languages/script-objects.ts';
import { stopForUnsupported } from '../languages/stop-for-unsupported.ts';
import { Result } from '../state/result.ts';

/** A sample that a script of BeanShell makes. */
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
      const value = run(user, source, result);
      if (value !== null && value !== undefined) {
        result.setTextBody(javaText(value));
      }
      result.code = readText(user, 'ResponseCode');
      result.message = readText(user, 'ResponseMessage');
      result.isSuccess = readText(user, 'IsSuccess').toLowerCase() === 'true';
      result.endMs = user.runner.nowMs();
      return result;
    },
  };
  const run = (user: User, source: string, result: Result): Value => {
    try {
      return script.run(user, source, {
        SampleResult: sampleObject(result),
        ResponseCode: '200',
        ResponseMessage: 'OK',
        IsSuccess: true,
      });
    } catch (error) {
      if (error instanceof ScriptException) {
        // The message of the sample has the text of the script and the words of BeanShell's parser.
        stopForUnsupported(user, `The script of ${result.label} fails with ${error.message}`);
      }
      throw error;
    }
  };
  const readText = (user: User, name: string): string => {
    const value = script.read(user, name);
    if (value === null || value === undefined) {
      stopForUnsupported(user, `A script of BeanShell sets ${name} to null`);
    }
    return javaText(value);
  };
  return { sampler };
};
