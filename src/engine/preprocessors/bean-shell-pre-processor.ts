import type { ElementCompiler } from '../core.ts';
import { beanShellScript, logBeanShellProblem } from '../languages/bean-shell-element.ts';
import { ScriptObjects } from '../languages/script-objects.ts';

export const beanShellPreProcessor: ElementCompiler = (element, context) => {
  const script = beanShellScript(element, context);
  return {
    planListener: script.planListener,
    preProcessor: {
      process(user) {
        try {
          script.run(user, script.source.evaluate(user), {
            sampler: ScriptObjects.of(user, context.environment).sampler,
          });
        } catch (error) {
          logBeanShellProblem(error, user, script.name);
        }
      },
    },
  };
};
