import type { ElementCompiler } from '../core.ts';
import { toLong } from '../text/numbers.ts';

export const constantTimer: ElementCompiler = (element, context) => {
  const delay = context.text(element, 'ConstantTimer.delay');
  return { timer: { delayMs: (user) => toLong(delay.evaluate(user)) } };
};
