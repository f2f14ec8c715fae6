import type { JmxElement } from './plan-contents.ts';

export interface Argument {
  name: string;
  value: string;
}

/** In the order in which JMeter writes them: the name, then the value if there is one. */
export function argumentsIn(properties: JmxElement['properties']): Argument[] {
  const found: Argument[] = [];
  for (const { name, value } of properties) {
    if (name === 'Argument.name') found.push({ name: value, value: '' });
    const last = found.at(-1);
    if (name === 'Argument.value' && last) last.value = value;
  }
  return found;
}
