/** A word or phrase that the project does not use, and what to write instead. */
export interface UnusedWord {
  pattern: RegExp;
  instead: string;
}

/** Applied to sources, documents and examples, without regard to case unless a pattern says otherwise. */
export const notUsed: readonly UnusedWord[] = [
  {
    pattern: /\b(nobody(?!'\))|somebody|anybody|everybody|whoever)\b/i,
    instead: 'the noun: user, client, caller, node, process',
  },
  { pattern: /\bthose who\b/i, instead: 'the noun: users, clients, callers' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bin vain\b/i, instead: 'timed out, without result' },
  { pattern: /\bgood until\b/i, instead: 'expires' },
  { pattern: /\blooked after\b/i, instead: 'managed, monitored' },
  { pattern: /\bheard of\b/i, instead: 'responded, reported' },
  { pattern: /\bdo(es)? not go together\b/i, instead: 'does not match, incorrect' },
  { pattern: /\bbe let in\b/i, instead: 'authenticate' },
];

/** Rooms whose texts are still to be rewritten. */
export const notYetChecked =
  /^(src\/(engine|main\.ts|plans|tools)|test|docs\/reference\/contract\.md|bin|toolchains)/;
