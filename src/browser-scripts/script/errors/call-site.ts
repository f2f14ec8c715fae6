const deepest = 40;

/** The stack of a call, taken while the script's own lines are still on it. */
export function captureCallSite(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = deepest;
  const { stack } = new Error();
  Error.stackTraceLimit = before;
  return (stack ?? '').split('\n').slice(1).join('\n');
}
