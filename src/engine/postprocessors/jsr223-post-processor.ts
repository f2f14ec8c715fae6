import type { ElementCompiler } from '../core.ts';
import { jsr223Script, logProblem } from '../languages/jsr223-element.ts';

export const jsr223PostProcessor: ElementCompiler = (element, context) => {
  const script = jsr223Script(element, context);
  return {
    planListener: script.planListener,
    postProcessor: {
      process(user) {
        try {
          script.run(user, script.source.evaluate(user), {});
        } catch (error) {
          logProblem(error, user, `Problem in JSR223 script, ${script.name.evaluate(user)}`);
        }
      },
    },
  };
};
