import { isElement, listProperty, type PlanElement, textProperty } from './plan-tree.ts';

/** Names and values of an Arguments element, unevaluated. */
export function argumentsOf(element: PlanElement | undefined): { name: string; value: string }[] {
  if (!element) {
    return [];
  }
  return listProperty(element, 'Arguments.arguments')
    .map((item) => item.value)
    .filter(isElement)
    .map((argument) => ({
      name: textProperty(argument, 'Argument.name'),
      value: textProperty(argument, 'Argument.value'),
    }));
}
