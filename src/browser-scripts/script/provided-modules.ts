/** Module names of the API in different versions. */
export const apiModules: ReadonlySet<string> = new Set([
  '@flood/element',
  '@flood/chrome',
  '@flood/element-api',
]);

/** Modules that a script may import without uploading them. */
export const providedModules: ReadonlySet<string> = new Set([...apiModules, 'faker']);
