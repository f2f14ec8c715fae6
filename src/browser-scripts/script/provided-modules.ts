/** Names of the API that scripts of different years import. */
export const apiModules: ReadonlySet<string> = new Set([
  '@flood/element',
  '@flood/chrome',
  '@flood/element-api',
]);

/** Modules that a script may import without bringing them along. */
export const providedModules: ReadonlySet<string> = new Set([...apiModules, 'faker']);
