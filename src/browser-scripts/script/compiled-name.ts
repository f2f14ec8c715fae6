/** The name under which the bundled text of a script appears in stacks. */
export const compiledName = 'spate-script.js';
