import { javaTrim } from '../../languages/java/java-text.ts';
import type { TextFunctionMaker } from '../core.ts';

/** `${__split(text,name,separators)}`: sets name, name_n and name_1 to name_n; what is missing becomes `?`. */
export const split: TextFunctionMaker = ([text, name, separators]) => ({
  evaluate: (user) => {
    const whole = text?.evaluate(user) ?? '';
    const prefix = javaTrim(name?.evaluate(user) ?? '');
    const parts = tokens(whole, separators?.evaluate(user) || ',');
    const { variables } = user;
    variables.set(prefix, whole);
    variables.set(`${prefix}_n`, String(parts.length));
    for (const [index, part] of parts.entries()) {
      variables.set(`${prefix}_${index + 1}`, part);
    }
    variables.delete(`${prefix}_${parts.length + 1}`);
    return whole;
  },
});

/** Every character separates; before the first separator nothing is missing. */
function tokens(text: string, separators: string): string[] {
  const parts: string[] = [];
  let wasSeparator = false;
  let token = '';
  const end = () => {
    if (token !== '') {
      parts.push(token);
      token = '';
      wasSeparator = false;
    }
  };
  for (const character of text.split('')) {
    if (!separators.includes(character)) {
      token += character;
      continue;
    }
    end();
    if (wasSeparator) {
      parts.push('?');
    }
    wasSeparator = true;
  }
  end();
  if (wasSeparator) {
    parts.push('?');
  }
  return parts;
}
