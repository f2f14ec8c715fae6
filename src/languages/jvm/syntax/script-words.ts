export const primitives = new Set([
  'int',
  'long',
  'double',
  'float',
  'boolean',
  'char',
  'byte',
  'short',
  'void',
]);

export const modifiers = new Set([
  'final',
  'static',
  'private',
  'public',
  'protected',
  'transient',
  'volatile',
]);

/** Words that begin or continue a statement and cannot be names. */
export const statementWords = new Set(
  'if else for while do switch case default try catch finally throw return break continue import class interface enum assert synchronized package trait goto throws extends implements'.split(
    ' ',
  ),
);

export const operatorWords = new Set(['in', 'as', 'instanceof']);
