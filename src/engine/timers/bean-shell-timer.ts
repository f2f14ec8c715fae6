import { parseWhole } from '../../languages/java/numbers.ts';
import { javaText } from '../../languages/jvm/java-text.ts';
import type { ElementCompiler } from '../core.ts';
import { beanShellScript, logBeanShellProblem } from '../languages/bean-shell-element.ts';

/** Waits for the milliseconds that its script returns; 0 if the result is not a number. */
export const beanShellTimer: ElementCompiler = (element, context) => {
  const script = beanShellScript(element, context);
  return {
    planListener: script.planListener,
    timer: {
      delayMs(user) {
        try {
          const value = script.run(user, script.source.evaluate(user), {});
          const text = value === null || value === undefined ? '0' : javaText(value);
          return /^[+-]?(?:0|[1-9]\d*)$/.test(text) ? Number(parseWhole(text, 64) ?? 0n) : 0;
        } catch (error) {
          logBeanShellProblem(error, user, script.name);
          return 0;
        }
      },
    },
  };
};
