import type { ElementCompiler } from '../compile/element-compiler.ts';
import { toLong } from './numbers.ts';

export const constantTimer: ElementCompiler = (element, context) => {
  const delay = context.text(element, 'ConstantTimer.delay');
  return { timer: { delayMs: (user) => toLong(delay.evaluate(user)) } };
};
