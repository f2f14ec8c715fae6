export const axes = [
  'ancestor',
  'ancestor-or-self',
  'attribute',
  'child',
  'descendant',
  'descendant-or-self',
  'following',
  'following-sibling',
  'parent',
  'preceding',
  'preceding-sibling',
  'self',
] as const;
export type Axis = (typeof axes)[number];

export type NodeTest =
  | { kind: 'name'; prefix: string | undefined; local: string }
  | { kind: 'node' | 'text' | 'comment' }
  | { kind: 'processing-instruction'; target: string | undefined };

export interface XPathStep {
  axis: Axis;
  test: NodeTest;
  predicates: XPathExpression[];
}

export const comparisons = ['=', '!=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof comparisons)[number];
export type Arithmetic = '+' | '-' | '×' | 'div' | 'mod';

export type XPathExpression =
  | { kind: 'and' | 'or' | 'union'; left: XPathExpression; right: XPathExpression }
  | { kind: 'comparison'; operator: Comparison; left: XPathExpression; right: XPathExpression }
  | { kind: 'arithmetic'; operator: Arithmetic; left: XPathExpression; right: XPathExpression }
  | { kind: 'negation'; value: XPathExpression }
  | { kind: 'number'; value: number }
  | { kind: 'literal'; value: string }
  | { kind: 'call'; name: string; args: XPathExpression[] }
  | { kind: 'filter'; base: XPathExpression; predicates: XPathExpression[] }
  /** `base` is an expression, the root, or undefined for the context node. */
  | { kind: 'path'; base: XPathExpression | 'root' | undefined; steps: XPathStep[] };
