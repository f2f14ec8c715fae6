import { type ErrorCode, errorCatalogue } from '../../domain/errors.ts';
import { statusOfCode } from '../error-response.ts';
import { table } from './table.ts';

const intro = `# Errors

This page is made from the catalogue in \`src/domain/errors.ts\` by \`src/api/reference/errors-page.ts\`. A test compares the two.

Every error is JSON of one shape, whatever the \`Accept\` header says:

\`\`\`json
{
  "error": "run[threads] must be a whole number from 1 to 2147483647, not \\"many\\".",
  "code": "invalid",
  "details": [{ "code": "invalid", "message": "run[threads] must be …", "field": "run[threads]" }]
}
\`\`\`

\`error\` is a sentence for people and may change; \`code\` is for programs and does not. \`details\` names every field that is wrong, all at once.
The header \`X-Request-Id\` of the answer is what the service's log calls the request.`;

/** The reference page docs/reference/errors.md. */
export function errorsPage(): string {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const rows = codes
    .sort((one, other) => statusOfCode(one) - statusOfCode(other) || (one < other ? -1 : 1))
    .map((code) => {
      const { meaning, action } = errorCatalogue[code];
      return [String(statusOfCode(code)), `\`${code}\``, meaning, action];
    });
  return `${intro}\n\n${table(['status', 'code', 'what it means', 'what to do'], rows)}\n`;
}
