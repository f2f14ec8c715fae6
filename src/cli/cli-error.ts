/** Something a person can mend: one sentence on what is wrong, and one on what to do. */
export class CliError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.hint = hint;
  }
}
