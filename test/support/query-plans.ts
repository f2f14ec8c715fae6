import type { Database, Queryable } from '../../src/store/database.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** A statement for which PostgreSQL reads a whole table. */
export interface SequentialScan {
  table: string;
  statement: string;
}

/**
 * Explains statements as they are sent, and reports those that read a whole one of these tables. Transactions are not
 * opened.
 */
export function explaining(
  database: Database,
  tables: ReadonlySet<string>,
  onScan: (scan: SequentialScan) => void,
): Database {
  const query = async <Row extends object>(statement: string, values?: unknown[]): Promise<Row[]> => {
    if (/^\s*(select|with|insert|update|delete)\b/i.test(statement)) {
      const [explained] = await database.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (format json) ${statement}`,
        values,
      );
      for (const table of scannedIn(explained?.['QUERY PLAN'][0]?.Plan))
        if (tables.has(table)) onScan({ table, statement });
    }
    return database.query<Row>(statement, values);
  };
  return {
    ...database,
    query,
    transaction: (work: (tx: Queryable) => unknown) => work({ query }),
  } as Database;
}

function scannedIn(node: PlanNode | undefined): string[] {
  if (!node) return [];
  const table = node['Relation Name'];
  const isScan = node['Node Type'] === 'Seq Scan' && table !== undefined;
  return [...(isScan ? [table] : []), ...(node.Plans ?? []).flatMap(scannedIn)];
}
