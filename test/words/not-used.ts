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
  { pattern: /\b(is|are|was|were) told\b(?! apart)/i, instead: 'gets, receives, is reported' },
  {
    pattern: /\bby (itself|themselves)\b/i,
    instead: 'the cause: automatically, on its own schedule; or nothing',
  },
  { pattern: /\bof (its|their|our) own accord\b/i, instead: 'automatically' },
  { pattern: /\bgo(es)? on\b/i, instead: 'continues' },
  { pattern: /\bunder way\b/i, instead: 'current, in flight, in progress' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  { pattern: /\bhad better\b/i, instead: 'should, must' },
  { pattern: /\bin earnest\b/i, instead: 'in production' },
  { pattern: /\bwithout a word\b/i, instead: 'silently, without a message' },
  { pattern: /\bdo(es)? no harm\b/i, instead: 'is harmless, has no effect' },
  { pattern: /\b(looks? after|watch(es)? over)\b/i, instead: 'manages, monitors' },
  { pattern: /\bagain and again\b/i, instead: 'repeatedly' },
];

/**
 * Not checked: names of differential cases and responses of their target, and the oracle, whose source is part of the
 * hash of all recordings.
 */
export const notChecked =
  /^toolchains\/jmeter-oracle\/|^src\/engine\/testing\/proxies\.ts$|\.differential\.ts$/;
