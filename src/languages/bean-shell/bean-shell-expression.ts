/** A Java number: int, long or double. */
export type JavaNumber =
  | { type: 'int'; value: bigint }
  | { type: 'long'; value: bigint }
  | { type: 'double'; value: number };

/** The supported subset of BeanShell expressions. */
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
  /** A member of a JMeter or JVM class by its full name: `System.getenv`. */
  | { kind: 'call'; name: string; args: BeanShellExpression[] }
  | { kind: 'method'; target: BeanShellExpression; name: string; args: BeanShellExpression[] };
