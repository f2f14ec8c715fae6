import type { Expression, Script } from './syntax/script-tree.ts';

/** Calls `visit` for every expression and statement below a node. */
function walk(node: unknown, visit: (node: { kind: string }) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) {
      walk(each, visit);
    }
  } else if (typeof node === 'object' && node !== null) {
    if ('kind' in node && typeof node.kind === 'string') {
      visit(node as { kind: string });
    }
    for (const [key, value] of Object.entries(node)) {
      // Values of literals are not nodes.
      if (key !== 'value' || (node as { kind?: string }).kind !== 'literal') {
        walk(value, visit);
      }
    }
  }
}

/** Variables that a script assigns outside of declarations. */
export function assignedNames(script: Script): Set<string> {
  const names = new Set<string>();
  walk([script.body, script.methods], (node) => {
    const each = node as Expression;
    if ((each.kind === 'assign' || each.kind === 'step') && each.target.kind === 'name') {
      names.add(each.target.name);
    }
  });
  return names;
}

export function hasClosure(node: unknown): boolean {
  let isFound = false;
  walk(node, ({ kind }) => {
    isFound ||= kind === 'closure';
  });
  return isFound;
}
