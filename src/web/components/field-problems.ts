import type { ContractError } from '../../contract/contract-error.ts';

/** Error messages of one form field; a name that ends in `[]` includes its elements. */
export function problemsOf(error: ContractError | undefined, field: string): string[] {
  const [start = field] = field.split('[]');
  return (error?.details ?? [])
    .filter((detail) => detail.field === field || (field.endsWith('[]') && detail.field?.startsWith(start)))
    .map(({ message }) => message);
}

/** Error messages that belong to none of the given fields, shown beside the button. */
export function otherProblems(error: ContractError | undefined, fields: readonly string[]): string[] {
  if (!error) return [];
  const assigned = new Set(fields.flatMap((field) => problemsOf(error, field)));
  const rest = error.details.map(({ message }) => message).filter((message) => !assigned.has(message));
  if (rest.length > 0) return rest;
  return assigned.size > 0 ? [] : [error.message];
}
