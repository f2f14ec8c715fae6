import { Readable } from 'node:stream';
import { auditListSchema } from '../../contract/resources/audit.ts';
import { auditCsv } from '../audit-csv.ts';
import type { Exchange } from '../exchange.ts';
import { link, withQuery } from '../hal/links.ts';
import { auditEntryResource } from '../hal/people.ts';
import { type Answer, ok, type Route } from '../route.ts';
import { auditFilterSchema, auditQuerySchema } from '../schemas/account.ts';

const defaultLimit = 100;
const csvPage = 1_000;

export const auditRoutes: Route[] = [
  {
    method: 'GET',
    path: '/audit',
    summary: 'List audit entries: accepted and rejected changes, newest first',
    changesState: false,
    query: auditQuerySchema,
    success: { status: 200, schema: auditListSchema },
    handle: listAudit,
  },
  {
    method: 'GET',
    path: '/audit.csv',
    summary: 'Download the complete audit log as CSV',
    changesState: false,
    query: auditFilterSchema,
    success: { status: 200, contentType: 'text/csv' },
    handle: async (exchange) => {
      const { user: userId, action } = exchange.query(auditFilterSchema);
      const pages = pagesOf(exchange, { userId, action });
      return {
        status: 200,
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="audit.csv"' },
        open: () => Readable.from(auditCsv(pages)),
      };
    },
  },
];

async function listAudit(exchange: Exchange): Promise<Answer> {
  const { before, limit = defaultLimit, user, action } = exchange.query(auditQuerySchema);
  // One extra entry shows whether there is a next page.
  const found = await exchange.deps.audit.list(exchange.actor, {
    before,
    userId: user,
    action,
    limit: limit + 1,
  });
  const entries = found.slice(0, limit).map(auditEntryResource);
  const hrefOf = (from: string | undefined) =>
    link(withQuery('/audit', { before: from, limit, user, action }));
  const next = found.length > limit ? { next: hrefOf(entries.at(-1)?.id) } : {};
  return ok({ _links: { self: hrefOf(before), ...next }, _embedded: { entries } });
}

async function* pagesOf(
  { deps, actor }: Exchange,
  filter: { userId: number | undefined; action: string | undefined },
) {
  let before: string | undefined;
  for (;;) {
    const page = await deps.audit.list(actor, { ...filter, before, limit: csvPage });
    yield page;
    before = page.at(-1)?.id;
    if (page.length < csvPage) return;
  }
}
