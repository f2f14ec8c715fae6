import { type ErrorCode, errorCatalogue } from '../../domain/errors.ts';
import { statusOfCode } from '../error-response.ts';
import { table } from './table.ts';

const intro = `# Errors

Generated from \`src/domain/errors.ts\` by \`src/api/reference/errors-page.ts\`. A test compares the two.

All errors are JSON in the same format, independent of the \`Accept\` header:

\`\`\`json
{
  "error": "run[threads] must be a whole number from 1 to 2147483647, not \\"many\\".",
  "code": "invalid",
  "details": [{ "code": "invalid", "message": "run[threads] must be …", "field": "run[threads]" }]
}
\`\`\`

\`error\` is a message for people and may change; \`code\` is stable. \`details\` lists all invalid fields. The response header
\`X-Request-Id\` identifies the request in the log of the service.`;

/** The reference page docs/reference/errors.md. */
export function errorsPage(): string {
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const rows = codes
    .sort((one, other) => statusOfCode(one) - statusOfCode(other) || (one < other ? -1 : 1))
    .map((code) => {
      const { meaning, action } = errorCatalogue[code];
      return [String(statusOfCode(code)), `\`${code}\``, meaning, action];
    });
  return `${intro}\n\n${table(['status', 'code', 'meaning', 'action'], rows)}\n`;
}
