import { givenToGroovy } from '../../languages/groovy/given-objects.ts';
import { javaText } from '../../languages/jvm/java-text.ts';
import { ScriptException } from '../../languages/jvm/values.ts';
import type { TextFunctionMaker } from '../core.ts';
import { toRunError } from '../languages/compiled-scripts.ts';
import { GroovyScripts } from '../languages/groovy-script.ts';
import { setVariable } from './set-variable.ts';

/** `${__groovy(script,variable)}`: errors give an empty text and set no variable. */
export const groovy: TextFunctionMaker = ([script, variable], environment) => {
  const scripts = new GroovyScripts(givenToGroovy.__groovy ?? {});
  return {
    evaluate: (user) => {
      const source = script?.evaluate(user) ?? '';
      try {
        const value = scripts.run(source, user, environment, (name) =>
          name === 'threadName' ? user.name : null,
        );
        const text = value === null ? '' : javaText(value);
        setVariable(user, variable, text);
        return text;
      } catch (error) {
        if (!(error instanceof ScriptException)) {
          throw toRunError(error, user);
        }
        user.runner.log('warn', `Error running groovy script: ${error.message}`);
        return '';
      }
    },
  };
};
