const words: Readonly<Record<string, string>> = {
  'POST /runs': 'Start run',
  'POST /demo': 'Start demo run',
  'DELETE /runs/:runId': 'Delete run',
  'PATCH /runs/:runId': 'Edit name, tags or notes of run',
  'GET /runs/:runId/stop': 'Stop run',
  'GET /runs/:runId/repeat': 'Repeat run',
  'PATCH /runs/:runId/set-public': 'Make run public',
  'PATCH /runs/:runId/set-private': 'Make run private',
  'POST /runs/:runId/webhook': 'Repeat run by webhook',
  'PATCH /runs/:runId/webhook': 'Change webhook of run',
  'POST /tests/:testId/runs': 'Start run of test',
  'PATCH /tests/:testId': 'Change name, settings or baseline of test',
  'DELETE /tests/:testId': 'Delete test',
  'POST /tests/:testId/schedules': 'Add schedule of test',
  'PATCH /schedules/:scheduleId': 'Change schedule',
  'DELETE /schedules/:scheduleId': 'Delete schedule',
  'POST /runs/:runId/annotations': 'Annotate run',
  'POST /annotations': 'Annotate project',
  'DELETE /annotations/:annotationId': 'Delete annotation',
  'POST /target-metrics': 'Set target metrics of project',
  'DELETE /target-metrics/:sourceId': 'Delete target metrics of project',
  'POST /metric-exports': 'Add metric export',
  'DELETE /metric-exports/:exportId': 'Delete metric export',
  'POST /notifications': 'Add notification channel',
  'PATCH /notifications/:channelId': 'Change notification channel',
  'DELETE /notifications/:channelId': 'Delete notification channel',
  'POST /notifications/:channelId/test': 'Test notification channel',
  'POST /grids': 'Start grid',
  'DELETE /grids/:gridId': 'Stop grid',
  'PATCH /budget': 'Set budget',
  'DELETE /budget': 'Remove budget',
  'POST /users': 'Add user',
  'PATCH /users/:userId': 'Change role',
  'PATCH /users/me': 'Change own name',
  'POST /users/me/password': 'Change own password',
  'DELETE /users/:userId': 'Remove user',
  'POST /users/:userId/reset': 'Create password reset link',
  'POST /invitations': 'Invite user',
  'DELETE /invitations/:invitationId': 'Withdraw invitation',
  'POST /invitations/accept': 'Accept invitation or reset password',
  'POST /tokens': 'Create token',
  'DELETE /tokens/:tokenId': 'Revoke token',
  'POST /applications': 'Register application',
  'POST /applications/:applicationId/secret': 'Renew application secret',
  'DELETE /applications/:applicationId': 'Revoke application',
  'POST /credentials': 'Add credential',
  'DELETE /credentials/:credentialId': 'Remove credential',
  'POST /session': 'Sign in',
  'POST /sign-in-links': 'Create sign-in link',
  'POST /sign-in-links/use': 'Sign in with link',
  'GET /session/openid/callback': 'Sign in with OpenID Connect',
  'POST /app/authorize/:uid': 'Approve or deny application',
  'POST /app/device': 'Approve or deny device',
  'POST /oauth/token': 'Issue application token',
  'POST /oauth/revoke': 'Revoke application token',
  'DELETE /session': 'Sign out',
  'DELETE /sessions/:sessionId': 'End session',
};

/** Actions with a description; others are shown by their route. */
export const knownActions: readonly (readonly [action: string, words: string])[] = Object.entries(words);

export function wordsOfAction(action: string): string | undefined {
  return Object.hasOwn(words, action) ? words[action] : undefined;
}

/** Result of an action by its HTTP status. */
export function outcomeOf(status: number): { sign: string; says: string; tone: 'good' | 'bad' } {
  if (status < 400) return { sign: '✓', says: 'succeeded', tone: 'good' };
  if (status === 401 || status === 403 || status === 429) return { sign: '✕', says: 'denied', tone: 'bad' };
  return { sign: '✕', says: status >= 500 ? 'server error' : 'rejected', tone: 'bad' };
}
