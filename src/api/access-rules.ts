import type { AccessRule } from '../domain/access.ts';

/** Required for reading and for every HEAD request. */
export const readAccess = { role: 'viewer', scope: 'read' } as const;
export const runAccess = { role: 'member', scope: 'run' } as const;
export const gridAccess = { role: 'member', scope: 'grids' } as const;
export const ownAccess = { role: 'viewer', scope: 'admin' } as const;
const applicationAccess = { role: 'member', scope: 'admin' } as const;
const ownerAccess = { role: 'owner', scope: 'admin' } as const;

/**
 * Required role and scope of every operation. docs/reference/access.md is generated from this table, and a test checks
 * every operation with every role.
 */
export const accessRules: Readonly<Record<string, AccessRule>> = {
  'GET /runs': readAccess,
  'POST /runs': runAccess,
  'POST /runs/inspect': readAccess,
  'POST /runs/import': runAccess,
  'GET /runs/:runId/export': readAccess,
  // Receivers of a run file compare this key.
  'GET /signing-key': 'open',
  'POST /plans/convert': readAccess,
  'POST /runs/estimate': readAccess,
  'GET /runs/metrics': readAccess,
  'GET /runs/:runId/metrics': readAccess,
  'GET /runs/:runId': readAccess,
  'PATCH /runs/:runId': runAccess,
  'DELETE /runs/:runId': runAccess,
  'GET /runs/:runId/stop': runAccess,
  'POST /runs/:runId/control': runAccess,
  'GET /runs/:runId/repeat': runAccess,
  'PATCH /runs/:runId/set-public': runAccess,
  'PATCH /runs/:runId/set-private': runAccess,
  // The URL of an enabled webhook is its own credential.
  'POST /runs/:runId/webhook': 'open',
  'PATCH /runs/:runId/webhook': runAccess,
  'GET /runs/:runId/report': readAccess,
  'GET /runs/:runId/logs': readAccess,
  'GET /runs/:runId/error-samples': readAccess,
  'GET /runs/:runId/series': readAccess,
  'GET /runs/:runId/report.json': readAccess,
  'GET /runs/:runId/report.pdf': readAccess,
  'GET /runs/:runId/result.csv': readAccess,
  'GET /runs/:runId/results.csv': readAccess,
  'GET /runs/:runId/result': readAccess,
  'GET /runs/:runId/result.json': readAccess,
  'GET /runs/:runId/results.json': readAccess,
  'GET /runs/:runId/results': readAccess,
  'GET /runs/:runId/archives': readAccess,
  'GET /runs/:runId/files/:fileId': readAccess,
  'GET /runs/:runId/view': 'run',
  'GET /runs/:runId/labels': 'run',
  'GET /runs/:runId/errors': 'run',
  'GET /runs/:runId/charts': 'run',
  'GET /runs/:runId/heatmap': 'run',
  'GET /runs/:runId/events': 'run',
  'GET /runs/:runId/report.html': 'run',
  'GET /runs/:runId/target-metrics': 'run',
  'GET /target-metrics': readAccess,
  // The service connects to the address, so members cannot choose it.
  'POST /target-metrics': ownerAccess,
  'DELETE /target-metrics/:sourceId': ownerAccess,
  'POST /target-metrics/:sourceId/test': ownerAccess,
  'GET /metric-exports': readAccess,
  'POST /metric-exports': ownerAccess,
  'DELETE /metric-exports/:exportId': ownerAccess,
  'GET /runs/:runId/annotations': 'run',
  'GET /runs/:runId/annotations.csv': readAccess,
  'POST /runs/:runId/annotations': runAccess,
  'GET /annotations': readAccess,
  'POST /annotations': runAccess,
  'DELETE /annotations/:annotationId': runAccess,
  'GET /trends': readAccess,
  'GET /tags': readAccess,
  'GET /compare': readAccess,
  'GET /tests': readAccess,
  'GET /tests/:testId': readAccess,
  'PATCH /tests/:testId': runAccess,
  'DELETE /tests/:testId': runAccess,
  'GET /tests/:testId/parameters': readAccess,
  'POST /tests/:testId/runs': runAccess,
  'GET /tests/:testId/diff': readAccess,
  'POST /tests/:testId/schedules': runAccess,
  'GET /schedules': readAccess,
  'PATCH /schedules/:scheduleId': runAccess,
  'DELETE /schedules/:scheduleId': runAccess,
  'GET /notifications': readAccess,
  // Messages go to any address, so members cannot add one.
  'POST /notifications': ownerAccess,
  'GET /notifications/:channelId': readAccess,
  'PATCH /notifications/:channelId': ownerAccess,
  'DELETE /notifications/:channelId': ownerAccess,
  'GET /notifications/:channelId/deliveries': readAccess,
  'POST /notifications/:channelId/test': ownerAccess,
  'GET /calendar': readAccess,
  'GET /demo': readAccess,
  'POST /demo': runAccess,

  'GET /grids': readAccess,
  'POST /grids': gridAccess,
  'GET /grids/:gridId': readAccess,
  'DELETE /grids/:gridId': gridAccess,
  'GET /usage': readAccess,
  'GET /prices': readAccess,
  'GET /budget': readAccess,
  'PATCH /budget': ownerAccess,
  'DELETE /budget': ownerAccess,

  'GET /account': readAccess,
  'GET /projects': readAccess,
  'GET /users': readAccess,
  'GET /users/me': readAccess,
  'GET /v3/me': readAccess,
  'GET /users/:userId': readAccess,
  'POST /users': ownerAccess,
  'PATCH /users/me': ownAccess,
  'POST /users/me/password': ownAccess,
  'PATCH /users/:userId': ownerAccess,
  'DELETE /users/:userId': ownerAccess,
  'POST /users/:userId/reset': ownerAccess,
  'GET /credentials': readAccess,
  'GET /credentials/policy': readAccess,
  'POST /credentials': ownerAccess,
  'DELETE /credentials/:credentialId': ownerAccess,

  'GET /tokens': readAccess,
  'POST /tokens': ownAccess,
  'DELETE /tokens/:tokenId': ownAccess,

  'GET /applications': readAccess,
  'POST /applications': applicationAccess,
  'DELETE /applications/:applicationId': applicationAccess,
  'POST /applications/:applicationId/secret': applicationAccess,

  'GET /invitations': ownerAccess,
  'POST /invitations': ownerAccess,
  'DELETE /invitations/:invitationId': ownerAccess,
  // The secret of the link is the credential.
  'POST /invitations/look': 'open',
  'POST /invitations/accept': 'open',

  'GET /audit': ownerAccess,
  'GET /audit.csv': ownerAccess,

  'GET /sessions': ownAccess,
  'DELETE /sessions/:sessionId': ownAccess,
  'GET /session/ways': 'open',
  // Redirects to and from the OpenID Connect provider.
  'GET /session/openid': 'open',
  'GET /session/openid/callback': 'open',
  'GET /session': readAccess,
  'POST /session': 'open',
  'DELETE /session': 'open',

  'POST /sign-in-links': readAccess,
  // The secret of the link is the credential.
  'POST /sign-in-links/use': 'open',

  // Archive names are unguessable, and the original required no token.
  'GET /:name': 'open',
  'GET /projects/:projectId/flood/:runId': 'open',
  'GET /project/:projectId/flood/:runId': 'open',

  'GET /healthz': 'open',
  // Figures of the whole service.
  'GET /metrics': { role: 'owner', scope: 'metrics' },
  'GET /openapi.json': 'open',
  'GET /docs/api': 'open',
  'GET /docs': 'open',
  'GET /docs/:page': 'open',
  'GET /docs/:section/:page': 'open',
  'GET /docs/examples/:folder/:file': 'open',
};

/** Throws for an operation without an entry. */
export function accessRuleOf({ method, path }: { method: string; path: string }): AccessRule {
  const rule = accessRules[`${method} ${path}`];
  if (rule === undefined) throw new Error(`src/api/access-rules.ts has no entry for ${method} ${path}.`);
  return rule;
}
