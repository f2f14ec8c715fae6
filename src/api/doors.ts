import type { Door } from '../domain/access.ts';

/** Required for reading and for every HEAD request. */
export const look = { role: 'viewer', scope: 'read' } as const;
export const drive = { role: 'member', scope: 'run' } as const;
export const build = { role: 'member', scope: 'grids' } as const;
export const own = { role: 'viewer', scope: 'admin' } as const;
const register = { role: 'member', scope: 'admin' } as const;
const rule = { role: 'owner', scope: 'admin' } as const;

/**
 * Required role and scope of every operation. docs/reference/access.md is generated from this table, and a test checks
 * every operation with every role.
 */
export const doors: Readonly<Record<string, Door>> = {
  'GET /runs': look,
  'POST /runs': drive,
  'POST /runs/inspect': look,
  'GET /runs/:runId': look,
  'PATCH /runs/:runId': drive,
  'DELETE /runs/:runId': drive,
  'GET /runs/:runId/stop': drive,
  'GET /runs/:runId/repeat': drive,
  'PATCH /runs/:runId/set-public': drive,
  'PATCH /runs/:runId/set-private': drive,
  // The URL of an enabled webhook is its own credential.
  'POST /runs/:runId/webhook': 'open',
  'PATCH /runs/:runId/webhook': drive,
  'GET /runs/:runId/report': look,
  'GET /runs/:runId/logs': look,
  'GET /runs/:runId/series': look,
  'GET /runs/:runId/report.json': look,
  'GET /runs/:runId/result.csv': look,
  'GET /runs/:runId/results.csv': look,
  'GET /runs/:runId/result': look,
  'GET /runs/:runId/result.json': look,
  'GET /runs/:runId/results.json': look,
  'GET /runs/:runId/results': look,
  'GET /runs/:runId/archives': look,
  'GET /runs/:runId/files/:fileId': look,
  'GET /runs/:runId/view': 'run',
  'GET /runs/:runId/labels': 'run',
  'GET /runs/:runId/errors': 'run',
  'GET /runs/:runId/charts': 'run',
  'GET /runs/:runId/heatmap': 'run',
  'GET /runs/:runId/events': 'run',
  'GET /runs/:runId/report.html': 'run',
  'GET /trends': look,
  'GET /tags': look,
  'GET /compare': look,

  'GET /grids': look,
  'POST /grids': build,
  'GET /grids/:gridId': look,
  'DELETE /grids/:gridId': build,
  'GET /usage': look,

  'GET /account': look,
  'GET /projects': look,
  'GET /users': look,
  'GET /users/me': look,
  'GET /v3/me': look,
  'GET /users/:userId': look,
  'POST /users': rule,
  'PATCH /users/me': own,
  'POST /users/me/password': own,
  'PATCH /users/:userId': rule,
  'DELETE /users/:userId': rule,
  'POST /users/:userId/reset': rule,
  'GET /credentials': look,
  'POST /credentials': rule,
  'DELETE /credentials/:credentialId': rule,

  'GET /tokens': look,
  'POST /tokens': own,
  'DELETE /tokens/:tokenId': own,

  'GET /applications': look,
  'POST /applications': register,
  'DELETE /applications/:applicationId': register,
  'POST /applications/:applicationId/secret': register,

  'GET /invitations': rule,
  'POST /invitations': rule,
  'DELETE /invitations/:invitationId': rule,
  // The secret of the link is the credential.
  'POST /invitations/look': 'open',
  'POST /invitations/accept': 'open',

  'GET /audit': rule,
  'GET /audit.csv': rule,

  'GET /sessions': own,
  'DELETE /sessions/:sessionId': own,
  'GET /session/ways': 'open',
  // Redirects to and from the OpenID Connect provider.
  'GET /session/openid': 'open',
  'GET /session/openid/callback': 'open',
  'GET /session': look,
  'POST /session': 'open',
  'DELETE /session': 'open',

  // Archive names are unguessable, and the original required no token.
  'GET /:name': 'open',
  'GET /projects/:projectId/flood/:runId': 'open',
  'GET /project/:projectId/flood/:runId': 'open',

  'GET /healthz': 'open',
  'GET /openapi.json': 'open',
  'GET /docs/api': 'open',
  'GET /docs': 'open',
  'GET /docs/:page': 'open',
  'GET /docs/:section/:page': 'open',
  'GET /docs/examples/:folder/:file': 'open',
};

/** Throws for an operation without an entry. */
export function doorOf({ method, path }: { method: string; path: string }): Door {
  const door = doors[`${method} ${path}`];
  if (door === undefined) throw new Error(`src/api/doors.ts has no entry for ${method} ${path}.`);
  return door;
}
