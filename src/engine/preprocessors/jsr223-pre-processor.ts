import type { ElementCompiler } from '../core.ts';
import { jsr223Script, logProblem } from '../languages/jsr223-element.ts';

export const jsr223PreProcessor: ElementCompiler = (element, context) => {
  const outside = context.environment.outsideScripts?.scriptOf(element, context);
  if (outside) {
    const { planListener, userListener } = outside;
    return {
      runsOutside: true,
      planListener,
      userListener,
      preProcessor: { process: (user) => outside.process(user) },
    };
  }
  const script = jsr223Script(element, context);
  return {
    planListener: script.planListener,
    preProcessor: {
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
