import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CsvLines } from './csv-lines.ts';

it('writes cached and new values as JMeter does', () => {
  const lines = new CsvLines();
  for (const label of ['plain', 'a,"b"', 'zwei\nZeilen', 'größer €', 'plain', 'a,"b"']) {
    lines.number(1763212345678);
    lines.text(label);
    lines.number(0);
    lines.number(-5);
    lines.text('');
    lines.endLine();
  }
  const [plain, quoted] = ['1763212345678,plain,0,-5,\n', '1763212345678,"a,""b""",0,-5,\n'];
  assert.equal(
    lines.take().toString(),
    `${plain}${quoted}1763212345678,"zwei\nZeilen",0,-5,\n1763212345678,größer €,0,-5,\n${plain}${quoted}`,
  );
  assert.equal(lines.length, 0);
});

it('writes numbers of any length and texts larger than its buffer', () => {
  const lines = new CsvLines();
  const numbers = Array.from({ length: 16 }, (_, digits) => [10 ** digits - 1, 10 ** digits]).flat();
  for (const number of [...numbers, Number.MAX_SAFE_INTEGER]) {
    lines.number(number);
  }
  const long = '"€"'.repeat(200_000);
  lines.text(long);
  lines.endLine();
  assert.equal(
    lines.take().toString(),
    `${[...numbers, Number.MAX_SAFE_INTEGER].join(',')},"${long.replaceAll('"', '""')}"\n`,
  );
});

it('writes times of any length as numbers', () => {
  const lines = new CsvLines();
  const times = [0, 7, 99, 1000, 1999, 2000, 1763212345678, 1763212345679, 1763212346000, 1763212345001];
  for (const time of times) {
    lines.time(time);
    lines.endLine();
  }
  assert.deepEqual(lines.take().toString().trim().split('\n'), times.map(String));
});
