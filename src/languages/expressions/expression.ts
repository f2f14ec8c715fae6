/** Conditions in plans are written in one of two languages, and read by one parser. */
export type Language = 'jexl' | 'javascript';

/** The part of both languages that people write into conditions. */
export type Expression =
  | { kind: 'text'; value: string }
  /** Whole numbers of JEXL are exact, as Java's are. */
  | { kind: 'number'; value: number | bigint }
  | { kind: 'constant'; value: boolean | null | undefined }
  | { kind: 'name'; name: string }
  | { kind: 'unary'; operator: string; operand: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'choice'; condition: Expression; yes: Expression | undefined; no: Expression }
  | { kind: 'property'; target: Expression; name: string }
  | { kind: 'method'; target: Expression; name: string; args: Expression[] }
  | { kind: 'call'; name: string; args: Expression[] };

/** JMeter would not understand it either. */
export class BrokenExpression extends Error {}

/** JMeter may well understand it, our own engine does not. */
export class UnsupportedExpression extends Error {}
