import { isExpressionSupported } from '../expressions/check-expression.ts';
import type { Language } from '../expressions/expression.ts';
import type { ProvenFunction } from './proven-element.ts';

const expression = (language: Language): NonNullable<ProvenFunction['condition']> => ({
  only: 'with one expression of comparisons, arithmetic and methods of texts',
  isMet: ([text = '']) => isExpressionSupported(text, language),
});

export const provenFunctions: Readonly<Record<string, ProvenFunction>> = {
  __P: { title: 'A property, with a default', args: [1, 2] },
  __V: { title: 'A variable whose name is made from others', args: [1, 2] },
  __javaScript: { title: 'JavaScript', args: [1, 2], condition: expression('javascript') },
  __jexl3: { title: 'JEXL 3', args: [1, 2], condition: expression('jexl') },
  __property: { title: 'A property, with a default, also into a variable', args: [1, 3] },
  __threadNum: { title: 'The number of the thread', args: [0, 0] },
};
