/**
 * The compile cache of the test run, for the environment of child processes that get no other variable of ours.
 * Compiling the sources takes half of the processor time of a short command.
 */
export function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = process.env.NODE_COMPILE_CACHE;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
