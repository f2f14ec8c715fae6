import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CliError } from '../cli-error.ts';
import { guessTool } from './guess-tool.ts';

async function files(t: TestContext, contents: Record<string, string | Uint8Array>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-guess-'));
  t.after(() => rm(folder, { recursive: true }));
  await Promise.all(Object.entries(contents).map(([name, text]) => writeFile(join(folder, name), text)));
  return Object.keys(contents).map((name) => join(folder, name));
}

/** A .zip with one empty file, as `zip` writes it. */
function zipWith(name: string): Uint8Array {
  const bytes = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.write('PK\u0003\u0004', 0, 'latin1');
  local.writeUInt16LE(bytes.length, 26);
  const central = Buffer.alloc(46);
  central.write('PK\u0001\u0002', 0, 'latin1');
  central.writeUInt16LE(bytes.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + bytes.length, 12);
  end.writeUInt32LE(local.length + bytes.length, 16);
  return Buffer.concat([local, bytes, central, bytes, end]);
}

const guesses: [name: string, content: string | Uint8Array, tool: string][] = [
  ['plan.jmx', '<jmeterTestPlan/>', 'jmeter'],
  ['Basic.scala', 'import io.gatling.core.Predef._', 'gatling'],
  ['Basic.java', 'import static io.gatling.javaapi.core.CoreDsl.*;', 'gatling'],
  ['shop.gatling.ts', `import { simulation } from '@gatling.io/core';`, 'gatling'],
  ['Shop.java', 'import org.openqa.selenium.chrome.ChromeDriver;', 'java-selenium-chrome'],
  ['Shop2.java', 'import org.openqa.selenium.firefox.FirefoxDriver;', 'java-selenium-firefox'],
  ['shop.ts', `import { step } from '@flood/element';`, 'service-chrome'],
  ['user-files.zip', zipWith('plans/shop.jmx'), 'jmeter'],
];
for (const [name, content, tool] of guesses) {
  test(`detects ${tool} from ${name}`, async (t) => {
    const guess = await guessTool(await files(t, { 'data.csv': 'a,b', [name]: content }));
    assert.equal(guess.tool, tool);
    assert.match(guess.because, new RegExp(name.replaceAll('.', '\\.')));
  });
}

test('rejects files of no or several tools', async (t) => {
  const failsWith = (pattern: RegExp) => (error: unknown) =>
    error instanceof CliError && pattern.test(error.message) && /--tool/.test(error.hint ?? '');
  await assert.rejects(guessTool(await files(t, { 'data.csv': 'a' })), failsWith(/Cannot detect the tool/));
  const both = await files(t, { 'a.jmx': '', 'b.scala': '' });
  await assert.rejects(guessTool(both), failsWith(/several tools: jmeter, gatling/));
});
