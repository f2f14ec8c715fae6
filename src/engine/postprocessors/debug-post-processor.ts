import { booleanProperty } from '../../jmx/plan-tree.ts';
import type { ElementCompiler } from '../core.ts';
import { shownVariables } from '../samplers/shown-variables.ts';
import { Result } from '../state/result.ts';

/** Adds a sub-sample that shows the variables. */
export const debugPostProcessor: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const showsVariables = booleanProperty(element, 'displayJMeterVariables');
  return {
    postProcessor: {
      process(user) {
        const shown = new Result();
        shown.label = name.evaluate(user);
        shown.startMs = user.runner.nowMs();
        shown.samplerData = showsVariables ? 'JMeterVariables\n' : '';
        shown.setTextBody(showsVariables ? `JMeterVariables:\n${shownVariables(user, element.place)}\n` : '');
        shown.dataType = 'text';
        shown.code = '200';
        shown.message = 'OK';
        shown.isSuccess = true;
        shown.threadName = user.name;
        shown.groupUsers = user.group.activeUsers;
        shown.allUsers = user.runner.activeUsers;
        shown.endMs = user.runner.nowMs();
        user.previousResult?.addSubResult(shown, !context.isFunctional);
      },
    },
  };
};
