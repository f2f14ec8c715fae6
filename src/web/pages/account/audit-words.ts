const words: Readonly<Record<string, string>> = {
  'POST /runs': 'started a run',
  'DELETE /runs/:runId': 'deleted a run',
  'GET /runs/:runId/stop': 'stopped a run',
  'GET /runs/:runId/repeat': 'repeated a run',
  'PATCH /runs/:runId/set-public': 'made a run public',
  'PATCH /runs/:runId/set-private': 'made a run private',
  'POST /runs/:runId/webhook': 'repeated a run by webhook',
  'POST /grids': 'started a grid',
  'DELETE /grids/:gridId': 'stopped a grid',
  'POST /users': 'added a person',
  'PATCH /users/:userId': 'changed a role',
  'PATCH /users/me': 'changed their name',
  'POST /users/me/password': 'changed their password',
  'DELETE /users/:userId': 'removed a person',
  'POST /invitations': 'invited a person',
  'DELETE /invitations/:invitationId': 'withdrew an invitation',
  'POST /invitations/accept': 'joined',
  'POST /tokens': 'made a token',
  'DELETE /tokens/:tokenId': 'revoked a token',
  'POST /applications': 'registered an application',
  'POST /applications/:applicationId/secret': 'renewed an application’s secret',
  'DELETE /applications/:applicationId': 'revoked an application',
  'POST /credentials': 'added a credential',
  'DELETE /credentials/:credentialId': 'removed a credential',
  'POST /session': 'signed in',
  'DELETE /session': 'signed out',
  'DELETE /sessions/:sessionId': 'signed a browser out',
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
