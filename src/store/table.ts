import type { Queryable } from './queryable.ts';

/**
 * Columns of a table by property of its rows; a column has the property's name in snake case. `json` values are written as
 * JSON text.
 */
export type Columns<Row> = { readonly [Property in keyof Row & string]-?: 'plain' | 'json' };

/** The columns for a `select`, each under the name of its property. */
export function selectList<Row>(table: string, columns: Columns<Row>): string {
  return Object.keys(columns)
    .map((property) => `${table}.${columnName(property)} as "${property}"`)
    .join(', ');
}

/** Inserts the described columns of a row; its other properties are ignored. */
export async function insertRow<Row>(
  db: Queryable,
  table: string,
  columns: Columns<Row>,
  row: Row,
): Promise<void> {
  const properties = Object.keys(columns) as (keyof Row & string)[];
  const values = properties.map((property) => {
    const value = row[property];
    return columns[property] === 'json' && value !== null ? JSON.stringify(value) : value;
  });
  await db.query(
    `insert into ${table} (${properties.map(columnName).join(', ')})
     values (${properties.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  );
}

export function columnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
