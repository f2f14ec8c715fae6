const look = 'The run may have been started all the same: look at the list of runs before you try again.';

/** Why there is no answer. Once all was sent, nobody here can tell whether the service made the run. */
export function uploadProblem(why: 'unreachable' | 'cancelled', isSent: boolean): string {
  const what =
    why === 'cancelled'
      ? 'The upload was cancelled.'
      : isSent
        ? 'The connection broke before the service answered.'
        : 'The service does not answer.';
  if (isSent) return `${what} ${look}`;
  return why === 'cancelled' ? what : `${what} Nothing was started; try again.`;
}
