import type { AccessRule } from '../../domain/access.ts';
import { scopeMeanings, scopes } from '../../domain/scopes.ts';
import { accessRules } from '../access-rules.ts';
import { table } from './table.ts';

const intro = `# Access control

Generated from \`src/api/access-rules.ts\` by \`src/api/reference/access-page.ts\`. Tests compare the two and check every operation with every role.

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
  const ruleRows = Object.entries(accessRules).map(([operation, rule]) => {
    const { role, scope } = wordsOf(rule);
    return [`\`${operation}\``, role, scope];
  });
  return [
    intro,
    '## Scopes',
    table(['scope', 'permissions'], scopeRows),
    '## Operations',
    table(['operation', 'role', 'scope'], ruleRows),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function wordsOf(rule: AccessRule): { role: string; scope: string } {
  switch (rule) {
    case 'open':
      return { role: 'none', scope: '' };
    case 'run':
      return { role: 'none for public runs, otherwise viewer', scope: '`read`' };
    default:
      return { role: rule.role, scope: `\`${rule.scope}\`` };
  }
}
