const maxFrames = 40;

/** The stack of a call, captured while it still contains the lines of the script. */
export function captureCallSite(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = maxFrames;
  const { stack } = new Error();
  Error.stackTraceLimit = before;
  return (stack ?? '').split('\n').slice(1).join('\n');
}
