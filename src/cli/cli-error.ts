/** An error that the user can fix: what failed, and a hint on how to fix it. */
export class CliError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.hint = hint;
  }
}
