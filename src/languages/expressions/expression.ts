/** Languages of conditions in plans; one parser reads both. */
export type Language = 'jexl' | 'javascript';

/** The supported subset of both languages. */
export type Expression =
  | { kind: 'text'; value: string }
  /** JEXL's whole numbers are exact, like Java's. */
  | { kind: 'number'; value: number | bigint }
  | { kind: 'constant'; value: boolean | null | undefined }
  | { kind: 'name'; name: string }
  | { kind: 'unary'; operator: string; operand: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'choice'; condition: Expression; yes: Expression | undefined; no: Expression }
  | { kind: 'property'; target: Expression; name: string }
  | { kind: 'method'; target: Expression; name: string; args: Expression[] }
  | { kind: 'call'; name: string; args: Expression[] };

/** An expression that JMeter rejects too. */
export class BrokenExpression extends Error {}

/** An expression that JMeter may support and the engine does not. */
export class UnsupportedExpression extends Error {}
