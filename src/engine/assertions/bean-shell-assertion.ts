import type { ElementCompiler } from '../core.ts';
import { beanShellProblem, beanShellScript } from '../languages/bean-shell-element.ts';
import { sampleObject } from '../languages/script-objects.ts';

export const beanShellAssertion: ElementCompiler = (element, context) => {
  const script = beanShellScript(element, context, 'BeanShellAssertion');
  return {
    assertion: {
      name: script.name,
      scope: () => 'parent',
      check(result, user) {
        const name = script.name.evaluate(user);
        const source = script.source.evaluate(user);
        const sample = sampleObject(result);
        try {
          script.run(user, source, {
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
          const message = script.read(user, 'FailureMessage');
          const isFailure = script.read(user, 'Failure').toLowerCase() === 'true';
          return { name, isFailure, isError: false, message, hasEmptyMessage: message === '' };
        } catch (error) {
          return { name, isFailure: false, isError: true, message: beanShellProblem(error, user, source) };
        }
      },
    },
  };
};
