import { toLong } from '../../languages/java/numbers.ts';
import type { ElementCompiler } from '../core.ts';

export const constantTimer: ElementCompiler = (element, context) => {
  const delay = context.text(element, 'ConstantTimer.delay');
  return { timer: { delayMs: (user) => toLong(delay.evaluate(user)) } };
};
