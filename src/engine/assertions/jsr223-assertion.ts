import type { AssertionObject } from '../../languages/jvm/library/jmeter-classes.ts';
import type { ElementCompiler } from '../core.ts';
import { jsr223Script } from '../languages/jsr223-element.ts';
import { assertionObject, sampleObject } from '../languages/script-objects.ts';

export const jsr223Assertion: ElementCompiler = (element, context) => {
  const script = jsr223Script(element, context);
  return {
    planListener: script.planListener,
    assertion: {
      name: script.name,
      scope: () => 'parent',
      check(result, user) {
        const outcome: AssertionObject = {
          name: script.name.evaluate(user),
          isFailure: false,
          isError: false,
          message: '',
        };
        try {
          script.run(user, script.source.evaluate(user), {
            SampleResult: sampleObject(result),
            AssertionResult: assertionObject(outcome),
          });
          outcome.isError = false;
        } catch (error) {
          outcome.message = script.problem(error, user);
          outcome.isError = true;
          user.runner.log('error', `Problem in JSR223 script: ${outcome.name}: ${outcome.message}`);
        }
        return outcome;
      },
    },
  };
};
