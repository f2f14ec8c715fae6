import type { ElementCompiler } from '../compile/element-compiler.ts';
import { GenericController } from '../control/generic-controller.ts';

export const genericController: ElementCompiler = (_element, context) => ({
  controller: new GenericController(context.nextIndex()),
});
