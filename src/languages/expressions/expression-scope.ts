/** State of the virtual user that an expression can read. */
export interface ExpressionScope {
  threadName: string;
  variables: { get(name: string): string | undefined };
  properties: { get(name: string): string | undefined };
}
