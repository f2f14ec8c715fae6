import { parseText } from '../languages/references/parse-text.ts';
import {
  elementProperty,
  listProperty,
  type PlanElement,
  type PropertyValue,
  textProperty,
} from './plan-tree.ts';
import { isFunctionName } from './proven/functions.ts';

/** How many users the groups of a plan ask for, as far as that can be told without running anything; Infinity where it cannot. */
export function estimateUsers(plan: PlanElement, properties: Readonly<Record<string, string>>): number {
  const variables = new Map<string, string>();
  const collect = (element: PlanElement | undefined) => {
    for (const { value } of element ? listProperty(element, 'Arguments.arguments') : []) {
      if (typeof value === 'object' && 'kind' in value) {
        variables.set(textProperty(value, 'Argument.name'), textProperty(value, 'Argument.value'));
      }
    }
  };
  const visit = (element: PlanElement): number => {
    if (!element.isEnabled) {
      return 0;
    }
    if (element.kind === 'Arguments') {
      collect(element);
    }
    const own = /ThreadGroup$/.test(element.kind) ? usersOf(element) : 0;
    return element.children.reduce((sum, child) => sum + visit(child), own);
  };
  const usersOf = (group: PlanElement): number => {
    const rows = listProperty(group, 'ultimatethreadgroupdata');
    if (rows.length > 0) {
      return rows.reduce((sum, { value }) => sum + numberOf(firstOf(value)), 0);
    }
    return numberOf(textProperty(group, 'ThreadGroup.num_threads', textProperty(group, 'TargetLevel', '?')));
  };
  const numberOf = (text: string): number => {
    const value = resolve(text, 5);
    return value !== undefined && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
  };
  const resolve = (text: string, depth: number): string | undefined => {
    if (!text.includes('${')) {
      return text;
    }
    const parts = depth > 0 ? parseText(text, isFunctionName) : [];
    const values = parts.map((part) => {
      if (typeof part === 'string') {
        return part;
      }
      if ('variable' in part) {
        const known = variables.get(part.variable);
        return known === undefined ? undefined : resolve(known, depth - 1);
      }
      const [name = '', second, third] = part.args;
      if (part.function !== '__P' && part.function !== '__property') {
        return undefined;
      }
      const fallback = part.function === '__P' ? (second ?? '1') : third;
      return properties[name.trim()] ?? (fallback === undefined ? undefined : resolve(fallback, depth - 1));
    });
    return parts.length === 0 || values.includes(undefined) ? undefined : values.join('');
  };
  collect(elementProperty(plan, 'TestPlan.user_defined_variables'));
  return visit(plan);
}

function firstOf(row: PropertyValue): string {
  const first = typeof row === 'object' && 'items' in row ? row.items[0]?.value : undefined;
  return typeof first === 'string' ? first : '?';
}
