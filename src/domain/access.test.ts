import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refusal, roles } from './access.ts';
import type { Actor, Role } from './account.ts';
import { type Scope, scopes } from './scopes.ts';

function person(role: Role, held: readonly Scope[] = scopes): Actor {
  return {
    accountId: 1,
    userId: 1,
    role,
    scopes: held,
    projectId: null,
    means: { kind: 'token', id: 1, name: 'ci' },
  };
}

describe('refusal', () => {
  it('includes the permissions of lower roles', () => {
    const open = roles.map((role) =>
      roles.map((asked) => !refusal(person(role), { role: asked, scope: 'run' })),
    );
    assert.deepEqual(open, [
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  it('requires the exact scope and names the missing one', () => {
    assert.equal(refusal(person('owner', ['run']), { role: 'member', scope: 'run' }), undefined);
    const sentence = refusal(person('owner', ['read', 'run']), { role: 'viewer', scope: 'grids' });
    assert.match(sentence ?? '', /requires the scope grids .*has read, run/);
    assert.match(refusal(person('owner', []), { role: 'viewer', scope: 'read' }) ?? '', /has none/);
  });
});
