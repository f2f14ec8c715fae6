const signals: Record<number, string> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  6: 'SIGABRT',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
};

/** The name of the signal in an exit code above 128. */
export function signalOf(code: number): string {
  return signals[code - 128] ?? `signal ${code - 128}`;
}
