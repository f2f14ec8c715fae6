import type { AuditEntry } from '../domain/account.ts';
import { timestamp } from './hal/links.ts';

const header = 'id,at,user_id,email,means,address,action,target,status';

/** The audit log as CSV, page by page. */
export async function* auditCsv(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield `${header}\r\n`;
  for await (const page of pages) yield page.map((entry) => `${rowOf(entry)}\r\n`).join('');
}

function rowOf({ id, at, userId, email, means, address, action, target, status }: AuditEntry): string {
  return [id, timestamp(at), userId, email, means, address, action, target, status].map(cell).join(',');
}

/** A spreadsheet takes text that begins like this for a formula and would run it; an apostrophe makes it text again. */
const formula = /^[=+\-@\t\r]/;

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
