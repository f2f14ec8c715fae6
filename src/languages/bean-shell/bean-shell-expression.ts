/** A number as Java has it: of 32 or 64 bits, or with fractions. */
export type JavaNumber =
  | { type: 'int'; value: bigint }
  | { type: 'long'; value: bigint }
  | { type: 'double'; value: number };

/** The part of BeanShell that people write into one line of a plan. */
export type BeanShellExpression =
  | { kind: 'value'; value: string | boolean | null | JavaNumber }
  /** An unset variable. */
  | { kind: 'void'; name: string }
  | { kind: 'unary'; operator: string; operand: BeanShellExpression }
  | { kind: 'binary'; operator: string; left: BeanShellExpression; right: BeanShellExpression }
  | {
      kind: 'choice';
      condition: BeanShellExpression;
      yes: BeanShellExpression;
      no: BeanShellExpression;
    }
  /** Something of JMeter or the JVM by its full name: `System.getenv`. */
  | { kind: 'call'; name: string; args: BeanShellExpression[] }
  | { kind: 'method'; target: BeanShellExpression; name: string; args: BeanShellExpression[] };
