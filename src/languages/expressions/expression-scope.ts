/** What an expression can read of the virtual user that evaluates it. */
export interface ExpressionScope {
  threadName: string;
  variables: { get(name: string): string | undefined };
  properties: { get(name: string): string | undefined };
}
