import { HostObject } from '../../languages/jvm/values.ts';
import type { ElementCompiler } from '../core.ts';
import { beanShellScript, logBeanShellProblem } from '../languages/bean-shell-element.ts';
import { sampleObject } from '../languages/script-objects.ts';

export const beanShellListener: ElementCompiler = (element, context) => {
  const script = beanShellScript(element, context);
  return {
    planListener: script.planListener,
    listener: {
      sampleOccurred(result, user) {
        const sampleResult = sampleObject(result);
        try {
          script.run(user, script.source.evaluate(user), {
            sampleResult,
            sampleEvent: new HostObject('org.apache.jmeter.samplers.SampleEvent', sampleResult),
          });
        } catch (error) {
          logBeanShellProblem(error, user, script.name);
        }
      },
    },
  };
};
