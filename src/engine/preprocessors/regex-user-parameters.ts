import { requireWhole } from '../../languages/java/numbers.ts';
import type { ElementCompiler, User } from '../core.ts';
import { changeableSampler, fixedText, httpChangerKind } from '../samplers/http-change.ts';

/** Sets HTTP parameters to the values that a Regular Expression Extractor has found for their names. */
export const regexUserParameters: ElementCompiler = (element, context) => {
  const reference = context.text(element, 'RegExUserParameters.regex_ref_name');
  const namesGroup = context.text(element, 'RegExUserParameters.param_names_gr_nr');
  const valuesGroup = context.text(element, 'RegExUserParameters.param_values_gr_nr');

  const find = ({ variables }: User, start: string, names: string, values: string) => {
    const found = new Map<string, string>();
    const at = (index: number, group: string) => variables.get(`${start}_${index}_g${group}`);
    const count = variables.get(`${start}_matchNr`);
    if (count === undefined || at(1, names) === undefined || at(1, values) === undefined) {
      return found;
    }
    for (let index = 1; index <= requireWhole(count, 32); index++) {
      const name = at(index, names);
      const value = at(index, values);
      if (name !== undefined) {
        if (value === undefined) {
          found.delete(name);
        } else {
          found.set(name, value);
        }
      }
    }
    return found;
  };

  return {
    config: { kind: httpChangerKind, value: element },
    preProcessor: {
      process(user) {
        const sampler = changeableSampler(user);
        if (!sampler) {
          return;
        }
        const found = find(
          user,
          reference.evaluate(user),
          namesGroup.evaluate(user),
          valuesGroup.evaluate(user),
        );
        if (found.size === 0) {
          return;
        }
        sampler.change(user, (properties) => ({
          ...properties,
          arguments: properties.arguments.map((each) => {
            // JMeter reads the value before replacing it, which evaluates its functions once more.
            each.value.evaluate(user);
            const value = found.get(each.name.evaluate(user));
            return value === undefined ? each : { ...each, value: fixedText(value) };
          }),
        }));
      },
    },
  };
};
