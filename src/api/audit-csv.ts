import type { AuditEntry } from '../domain/account.ts';
import { csvLine } from '../lib/csv.ts';
import { timestamp } from './hal/links.ts';

const header = 'id,at,user_id,email,means,address,action,target,status';

/** The audit log as CSV, page by page. */
export async function* auditCsv(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<string> {
  yield `${header}\r\n`;
  for await (const page of pages) yield page.map(rowOf).join('');
}

function rowOf({ id, at, userId, email, means, address, action, target, status }: AuditEntry): string {
  return csvLine([id, timestamp(at), userId, email, means, address, action, target, status], '\r\n');
}
