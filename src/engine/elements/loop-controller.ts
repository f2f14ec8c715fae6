import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler } from '../compile/element-compiler.ts';
import { LoopController } from '../control/loop-controller.ts';

export const loopController: ElementCompiler = (element, context) => {
  const controller = new LoopController(
    context.nextIndex(),
    context.compile(element.name),
    context.text(element, 'LoopController.loops'),
    booleanProperty(element, 'LoopController.continue_forever'),
  );
  return { controller, iterationListener: controller };
};
