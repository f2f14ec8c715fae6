import type { ElementCompiler } from '../core.ts';
import { beanShellScript, logBeanShellProblem } from '../languages/bean-shell-element.ts';

export const beanShellPostProcessor: ElementCompiler = (element, context) => {
  const script = beanShellScript(element, context);
  return {
    planListener: script.planListener,
    postProcessor: {
      process(user) {
        const { previousResult } = user;
        if (!previousResult) {
          return;
        }
        try {
          script.run(user, script.source.evaluate(user), { data: Buffer.from(previousResult.body) });
        } catch (error) {
          logBeanShellProblem(error, user, script.name);
        }
      },
    },
  };
};
