import { javaText } from '../../languages/jvm/java-text.ts';
import { ScriptException } from '../../languages/jvm/values.ts';
import type { ElementCompiler, User } from '../core.ts';
import { beanShellScript } from '../languages/bean-shell-element.ts';
import { sampleObject } from '../languages/script-objects.ts';
import { stopForUnsupported } from '../languages/stop-for-unsupported.ts';

export const beanShellAssertion: ElementCompiler = (element, context) => {
  const script = beanShellScript(element, context, 'BeanShellAssertion');
  const readText = (user: User, name: string): string => {
    const value = script.read(user, name);
    if (value === null || value === undefined) {
      stopForUnsupported(user, `A script of BeanShell sets ${name} to null`);
    }
    return javaText(value);
  };
  return {
    assertion: {
      name: script.name,
      scope: () => 'parent',
      check(result, user) {
        const sample = sampleObject(result);
        try {
          script.run(user, script.source.evaluate(user), {
            SampleResult: sample,
            Response: sample,
            ResponseData: Buffer.from(result.body),
            ResponseCode: result.code,
            ResponseMessage: result.message,
            ResponseHeaders: result.responseHeaders,
            RequestHeaders: result.requestHeaders,
            SampleLabel: result.label,
            SamplerData: result.samplerData,
            Successful: result.isSuccess,
            FailureMessage: '',
            Failure: false,
          });
        } catch (error) {
          if (error instanceof ScriptException) {
            // The message has the text of the script and the words of BeanShell's parser.
            stopForUnsupported(user, `The script of an assertion fails with ${error.message}`);
          }
          throw error;
        }
        const message = readText(user, 'FailureMessage');
        return {
          name: script.name.evaluate(user),
          isFailure: readText(user, 'Failure').toLowerCase() === 'true',
          isError: false,
          message,
          hasEmptyMessage: message === '',
        };
      },
    },
  };
};
