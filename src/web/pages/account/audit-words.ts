const words: Readonly<Record<string, string>> = {
  'POST /runs': 'Start a run',
  'DELETE /runs/:runId': 'Delete a run',
  'PATCH /runs/:runId': 'Change name, tags or notes of a run',
  'GET /runs/:runId/stop': 'Stop a run',
  'GET /runs/:runId/repeat': 'Repeat a run',
  'PATCH /runs/:runId/set-public': 'Make a run public',
  'PATCH /runs/:runId/set-private': 'Make a run private',
  'POST /runs/:runId/webhook': 'Repeat a run by webhook',
  'PATCH /runs/:runId/webhook': 'Switch the webhook of a run',
  'POST /grids': 'Start a grid',
  'DELETE /grids/:gridId': 'Stop a grid',
  'POST /users': 'Add a person',
  'PATCH /users/:userId': 'Change a role',
  'PATCH /users/me': 'Change own name',
  'POST /users/me/password': 'Change own password',
  'DELETE /users/:userId': 'Remove a person',
  'POST /users/:userId/reset': 'Reset a password',
  'POST /invitations': 'Invite a person',
  'DELETE /invitations/:invitationId': 'Withdraw an invitation',
  'POST /invitations/accept': 'Join, or set a new password',
  'POST /tokens': 'Make a token',
  'DELETE /tokens/:tokenId': 'Revoke a token',
  'POST /applications': 'Register an application',
  'POST /applications/:applicationId/secret': 'Renew an application’s secret',
  'DELETE /applications/:applicationId': 'Revoke an application',
  'POST /credentials': 'Add a credential',
  'DELETE /credentials/:credentialId': 'Remove a credential',
  'POST /session': 'Sign in',
  'GET /session/openid/callback': 'Sign in at the provider',
  'POST /app/authorize/:uid': 'Answer an application',
  'POST /app/device': 'Answer a device',
  'POST /oauth/token': 'Give an application a token',
  'POST /oauth/revoke': 'End an application’s token',
  'DELETE /session': 'Sign out',
  'DELETE /sessions/:sessionId': 'Sign a browser out',
};

/** The actions that people look for, in words; others are shown as they are. */
export const knownActions: readonly (readonly [action: string, words: string])[] = Object.entries(words);

export function wordsOfAction(action: string): string | undefined {
  return Object.hasOwn(words, action) ? words[action] : undefined;
}

/** What became of it: a word and a sign beside the status. */
export function outcomeOf(status: number): { sign: string; says: string; tone: 'good' | 'bad' } {
  if (status < 400) return { sign: '✓', says: 'done', tone: 'good' };
  if (status === 401 || status === 403 || status === 429) return { sign: '✕', says: 'refused', tone: 'bad' };
  return { sign: '✕', says: status >= 500 ? 'broke' : 'not possible', tone: 'bad' };
}
