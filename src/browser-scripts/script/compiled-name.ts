/** File name of the bundled script in stack traces. */
export const compiledName = 'spate-script.js';
