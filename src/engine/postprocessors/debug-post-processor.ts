import { booleanProperty } from '../../jmx/plan-tree.ts';
import type { ElementCompiler, User } from '../core.ts';
import { SamplerProperties } from '../samplers/shown-properties.ts';
import { shownJMeterProperties, shownVariables } from '../samplers/shown-variables.ts';
import { Result } from '../state/result.ts';

interface Part {
  title: string;
  lines(user: User): string;
}

/**
 * Adds a sub-sample that shows the sampler, the variables and JMeter's properties. Plans that show system properties
 * need Apache JMeter.
 */
export const debugPostProcessor: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const samplers = new SamplerProperties(context);
  const all: Part[] = [
    {
      title: 'SamplerProperties',
      lines: (user) => (user.sampler?.source ? samplers.lines(user.sampler.source, user) : ''),
    },
    { title: 'JMeterVariables', lines: (user) => shownVariables(user, element.place) },
    {
      title: 'JMeterProperties',
      lines: (user) => shownJMeterProperties(user, context.environment.properties),
    },
  ];
  const parts = all.filter(({ title }) => booleanProperty(element, `display${title}`));
  const titles = parts.map(({ title }) => `${title}\n`).join('');
  return {
    postProcessor: {
      process(user) {
        const shown = new Result();
        shown.label = name.evaluate(user);
        shown.startMs = user.runner.nowMs();
        shown.samplerData = titles;
        shown.setTextBody(parts.map(({ title, lines }) => `${title}:\n${lines(user)}\n`).join(''));
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
