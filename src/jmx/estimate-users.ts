import { KnownNumbers } from './known-numbers.ts';
import { listProperty, type PlanElement, type PropertyValue, textProperty } from './plan-tree.ts';

/** Virtual users of all enabled groups of a plan; Infinity if unknown before the run. */
export function estimateUsers(plan: PlanElement, properties: Readonly<Record<string, string>>): number {
  const numbers = new KnownNumbers(plan, properties);
  const visit = (element: PlanElement): number => {
    if (!element.isEnabled) {
      return 0;
    }
    if (element.kind === 'Arguments') {
      numbers.addVariables(element);
    }
    const own = isGroup(element) ? usersOf(element, numbers) : 0;
    return element.children.reduce((sum, child) => sum + visit(child), own);
  };
  return visit(plan);
}

export const isGroup = ({ kind }: PlanElement) => /ThreadGroup$/.test(kind);

/** Users of one group; Infinity if unknown. */
export function usersOf(group: PlanElement, numbers: KnownNumbers): number {
  const rows = listProperty(group, 'ultimatethreadgroupdata');
  if (rows.length > 0) {
    return rows.reduce((sum, { value }) => sum + usersIn(firstOf(value), numbers), 0);
  }
  const asked = textProperty(group, 'ThreadGroup.num_threads', textProperty(group, 'TargetLevel', '?'));
  return usersIn(asked, numbers);
}

function usersIn(text: string, numbers: KnownNumbers): number {
  const users = numbers.numberOf(text);
  return users !== undefined && Number.isInteger(users) ? users : Number.POSITIVE_INFINITY;
}

function firstOf(row: PropertyValue): string {
  const first = typeof row === 'object' && 'items' in row ? row.items[0]?.value : undefined;
  return typeof first === 'string' ? first : '?';
}
