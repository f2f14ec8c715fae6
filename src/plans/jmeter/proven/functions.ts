import type { ProvenFunction } from './proven-element.ts';

export const provenFunctions: Readonly<Record<string, ProvenFunction>> = {
  __P: { title: 'A property, with a default', args: [1, 2] },
  __V: { title: 'A variable whose name is made from others', args: [1, 2] },
  __property: { title: 'A property, with a default, also into a variable', args: [1, 3] },
  __threadNum: { title: 'The number of the thread', args: [0, 0] },
};
