/** A JMESPath as jmespath-java runs it: each node makes one value of another. */
export type JmesPathNode =
  | { kind: 'current' | 'flatten' | 'values' }
  | { kind: 'property'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; start: number; stop: number | undefined; step: number }
  | { kind: 'string'; text: string }
  | { kind: 'literal'; json: string }
  | { kind: 'sequence'; nodes: JmesPathNode[] }
  | { kind: 'projection' | 'selection' | 'not'; inner: JmesPathNode }
  | { kind: 'and' | 'or'; left: JmesPathNode; right: JmesPathNode }
  | { kind: 'comparison'; operator: Comparator; left: JmesPathNode; right: JmesPathNode }
  | { kind: 'list'; entries: JmesPathNode[] }
  | { kind: 'hash'; entries: { name: string; value: JmesPathNode }[] }
  | { kind: 'call'; name: string; args: JmesPathNode[] };

export type Comparator = '<' | '<=' | '==' | '>=' | '>' | '!=';

/** The expression is broken, or may mean something else to jmespath-java. */
export class JmesPathRefusal extends Error {}
