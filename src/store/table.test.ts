import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Columns, columnName, insertRow, selectList } from './table.ts';

interface Row {
  id: string;
  rampupS: number | null;
  engineReasons: string[] | null;
}

const columns: Columns<Row> = { id: 'plain', rampupS: 'plain', engineReasons: 'json' };

test('names a column after its property, in snake case', () => {
  assert.deepEqual(['id', 'rampupS', 'isWebhookOn'].map(columnName), ['id', 'rampup_s', 'is_webhook_on']);
});

test('selects each column under the name of its property', () => {
  assert.equal(
    selectList('runs', columns),
    'runs.id as "id", runs.rampup_s as "rampupS", runs.engine_reasons as "engineReasons"',
  );
});

test('inserts described columns as parameters, JSON as text and null as null', async () => {
  const statements: { text: string; values: unknown[] | undefined }[] = [];
  const db = {
    query: async <Found extends object>(text: string, values?: unknown[]): Promise<Found[]> => {
      statements.push({ text: text.replaceAll(/\s+/g, ' '), values });
      return [];
    },
  };
  const row = { id: "o'clock", rampupS: null, engineReasons: ['one'], unknown: 'ignored' };
  await insertRow(db, 'runs', columns, row);
  await insertRow(db, 'runs', columns, { ...row, engineReasons: null });
  const text = 'insert into runs (id, rampup_s, engine_reasons) values ($1, $2, $3)';
  assert.deepEqual(statements, [
    { text, values: ["o'clock", null, '["one"]'] },
    { text, values: ["o'clock", null, null] },
  ]);
});
