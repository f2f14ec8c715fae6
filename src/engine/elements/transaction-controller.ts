import { booleanProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler } from '../compile/element-compiler.ts';
import { TransactionController } from '../control/transaction-controller.ts';

export const transactionController: ElementCompiler = (element, context) => {
  const controller = new TransactionController(context.nextIndex(), {
    name: context.compile(element.name),
    isParentMade: booleanProperty(element, 'TransactionController.parent'),
    // Plans from before the choice existed counted the timers.
    areTimersIncluded: booleanProperty(element, 'TransactionController.includeTimers', true),
  });
  return { controller, listener: controller };
};
