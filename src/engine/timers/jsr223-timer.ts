import { parseWhole } from '../../languages/java/numbers.ts';
import { javaText } from '../../languages/jvm/java-text.ts';
import type { ElementCompiler } from '../core.ts';
import { jsr223Script, logProblem } from '../languages/jsr223-element.ts';

/** Waits for the milliseconds that its script returns; 0 if the result is not a number. */
export const jsr223Timer: ElementCompiler = (element, context) => {
  const script = jsr223Script(element, context);
  return {
    planListener: script.planListener,
    timer: {
      delayMs(user) {
        try {
          const value = script.run(user, script.source.evaluate(user), {});
          if (value === null) {
            user.runner.log('warn', 'Script did not return a value');
            return 0;
          }
          return Number(parseWhole(javaText(value), 64) ?? 0n);
        } catch (error) {
          logProblem(error, user, `Problem in JSR223 script, ${script.name.evaluate(user)}`);
          return 0;
        }
      },
    },
  };
};
