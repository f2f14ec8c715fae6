const look = 'The run may have been created. Check the list of runs before you try again.';

/** Message for an upload without a response. After a complete upload the page cannot know whether the run was created. */
export function uploadProblem(why: 'unreachable' | 'cancelled', isSent: boolean): string {
  const what =
    why === 'cancelled'
      ? 'The upload was cancelled.'
      : isSent
        ? 'The connection was lost before the service responded.'
        : 'The service is not reachable.';
  if (isSent) return `${what} ${look}`;
  return why === 'cancelled' ? what : `${what} No run was started. Try again.`;
}
