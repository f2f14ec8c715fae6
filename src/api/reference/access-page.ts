import type { Door } from '../../domain/access.ts';
import { scopeMeanings, scopes } from '../../domain/scopes.ts';
import { doors } from '../doors.ts';
import { table } from './table.ts';

const intro = `# Access control

Generated from \`src/api/doors.ts\` by \`src/api/reference/access-page.ts\`. Tests compare the two and check every operation with every role.

A call requires a user whose **role** is at least the one in the table, and a token or application with the **scope**. Browser sessions have all
scopes.

| status | reason                                                                        |
| ------ | ----------------------------------------------------------------------------- |
| 401    | not authenticated                                                             |
| 403    | the role or the scope is not sufficient                                       |
| 404    | the resource belongs to another account, or to a project outside of the token |

HEAD requires the same as reading.

- **owner**: full access. **member**: starts and stops runs and grids, and manages own tokens and applications. **viewer**: read-only.
- A token of one project sees and creates runs of that project only, and cannot manage the account.`;

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
    table(['scope', 'permissions'], scopeRows),
    '## Operations',
    table(['operation', 'role', 'scope'], doorRows),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function wordsOf(door: Door): { role: string; scope: string } {
  switch (door) {
    case 'open':
      return { role: 'none', scope: '' };
    case 'run':
      return { role: 'none for public runs, otherwise viewer', scope: '`read`' };
    default:
      return { role: door.role, scope: `\`${door.scope}\`` };
  }
}
