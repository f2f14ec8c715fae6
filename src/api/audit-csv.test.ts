import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '../domain/account.ts';
import { auditCsv } from './audit-csv.ts';

const entry: AuditEntry = {
  id: '7',
  at: new Date('2026-01-02T03:04:05.678Z'),
  userId: 3,
  email: 'ann@example.com',
  means: 'token ci',
  address: '203.0.113.9',
  action: 'POST /runs',
  target: 'abc',
  status: 201,
};

async function csvOf(...pages: AuditEntry[][]): Promise<string> {
  async function* each() {
    yield* pages;
  }
  return (await Array.fromAsync(auditCsv(each()))).join('');
}

test('one row per entry of all pages, with empty cells for unknown values', async () => {
  const stranger = { ...entry, id: '6', userId: null, email: null, means: null, target: null, status: 401 };
  assert.equal(
    await csvOf([entry], [stranger], []),
    'id,at,user_id,email,means,address,action,target,status\r\n' +
      '7,2026-01-02T03:04:05.678Z,3,ann@example.com,token ci,203.0.113.9,POST /runs,abc,201\r\n' +
      '6,2026-01-02T03:04:05.678Z,,,,203.0.113.9,POST /runs,,401\r\n',
  );
});

test('escapes values against formula, row and column injection', async () => {
  const csv = await csvOf([
    { ...entry, email: '=HYPERLINK("x")', means: 'token a,b', target: '@x\r\n+1' },
    { ...entry, email: '-1', target: '\tx' },
  ]);
  assert.ok(csv.includes(`,"'=HYPERLINK(""x"")","token a,b",`), csv);
  assert.ok(csv.includes(`,"'@x\r\n+1",`), csv);
  assert.ok(csv.includes(`,"'-1",`) && csv.includes(`,"'\tx",`), csv);
});
