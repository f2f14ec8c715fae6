import type { Door } from '../../domain/access.ts';
import { scopeMeanings, scopes } from '../../domain/scopes.ts';
import { doors } from '../doors.ts';
import { table } from './table.ts';

const intro = `# Who may do what

This page is made from the table in \`src/api/doors.ts\` by \`src/api/reference/access-page.ts\`. A test compares the two, and another tries every
door as everybody.

A call needs a person whose **role** is at least the one in the table, and a token or application that has the **scope**. Somebody who is signed
in on the pages has all scopes. Without a sign-in the answer is 401; with one that may not do this it is 403; what belongs to another account, or
lies outside the project of a token, is 404. HEAD needs no more than reading does.

- **owner** may do everything. **member** starts and stops runs and grids, and has tokens and applications of their own. **viewer** looks.
- A token for one project sees the runs of that project only, makes runs there only, and rules over nothing of the account.`;

/** The reference page docs/reference/access.md. */
export function accessPage(): string {
  const scopeRows = scopes.map((scope) => [`\`${scope}\``, scopeMeanings[scope]]);
  const doorRows = Object.entries(doors).map(([operation, door]) => {
    const { role, scope } = wordsOf(door);
    return [`\`${operation}\``, role, scope];
  });
  return [
    intro,
    '## Scopes',
    table(['scope', 'lets a token'], scopeRows),
    '## Operations',
    table(['operation', 'who', 'scope'], doorRows),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function wordsOf(door: Door): { role: string; scope: string } {
  switch (door) {
    case 'open':
      return { role: 'everybody', scope: '' };
    case 'run':
      return { role: 'everybody if the run is public, else viewer', scope: '`read`' };
    default:
      return { role: door.role, scope: `\`${door.scope}\`` };
  }
}
