import type { NamedText } from './plan-tree.ts';

export interface Argument {
  name: string;
  value: string;
}

/** Arguments among the texts of an element. JMeter writes the name, then the value unless it is empty. */
export function argumentsIn(texts: readonly NamedText[]): Argument[] {
  const found: Argument[] = [];
  for (const { name, value } of texts) {
    if (value.trim() === '') continue;
    if (name === 'Argument.name') found.push({ name: value, value: '' });
    const last = found.at(-1);
    if (name === 'Argument.value' && last) last.value = value;
  }
  return found;
}
