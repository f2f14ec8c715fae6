/** Fails when a source, document or example uses a word of not-used.ts. Part of `npm run check`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findWords } from './find-words.ts';
import { notChecked, notUsed } from './not-used.ts';

const checked = /\.(ts|tsx|mjs|md|css|html|java|sh|service|yml)$/;
/** The list itself; recordings of what Apache JMeter did; words of others that are quoted. */
const left = /^(test\/words\/|src\/engine\/recordings\/|CHANGELOG\.md$)/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => checked.test(path) && !left.test(path) && !notChecked.test(path) && existsSync(path));
const lines = files.flatMap((path) =>
  findWords(readFileSync(path, 'utf8'), notUsed).map(
    ({ line, text, instead }) => `${path}:${line}: "${text}". Write instead: ${instead}.`,
  ),
);
if (lines.length > 0) {
  console.error(
    `${lines.join('\n')}\n${lines.length} uses of words that the project does not use (test/words/not-used.ts).`,
  );
  process.exitCode = 1;
}
