import { HostObject } from '../../languages/jvm/values.ts';
import type { ElementCompiler } from '../core.ts';
import { jsr223Script, logProblem } from '../languages/jsr223-element.ts';
import { sampleObject } from '../languages/script-objects.ts';

export const jsr223Listener: ElementCompiler = (element, context) => {
  const script = jsr223Script(element, context);
  return {
    planListener: script.planListener,
    listener: {
      sampleOccurred(result, user) {
        const sample = sampleObject(result);
        try {
          script.run(user, script.source.evaluate(user), {
            sampleResult: sample,
            sampleEvent: new HostObject('org.apache.jmeter.samplers.SampleEvent', sample),
          });
        } catch (error) {
          logProblem(error, user, `Problem in JSR223 script, ${script.name.evaluate(user)}`);
        }
      },
    },
  };
};
