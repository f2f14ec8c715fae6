import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands } from '../../src/cli/commands/index.ts';
import { renderJunit } from '../../src/cli/outcome/junit.ts';
import { parseCommandLine } from '../../src/cli/parse.ts';
import { exampleOutcome } from '../../src/cli/testing/example-outcome.ts';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { cliEnvironment, spatePath } from '../support/cli.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { sumOfCsv } from '../support/run.ts';
import { startService } from '../support/service.ts';

const example = (name: string) => fileURLToPath(new URL(`../../examples/ci/${name}`, import.meta.url));

function runScript(cwd: string, env: Record<string, string>, files: string[]) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile('sh', [example('load-test.sh'), ...files], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });
}

test('the shell example distinguishes a passed run, a failed threshold and a run that could not start', {
  skip: needs('java', 'maven'),
}, async (t) => {
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const service = await startService();
  t.after(() => service.close());
  const folder = await mkdtemp(join(tmpdir(), 'spate-example-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'plan.jmx'), plan({ port: target.port, loops: '10' }));
  await writeFile(
    join(folder, 'failing.jmx'),
    plan({ port: target.port, path: '/nothing-here', loops: '10' }),
  );
  const env = {
    ...cliEnvironment(service),
    SPATE: `${process.execPath} ${spatePath}`,
    THREADS: '2',
    RAMPUP: '0',
    DURATION: '5s',
    P95: '1min',
  };

  const passed = await runScript(folder, env, ['plan.jmx']);
  assert.equal(passed.code, 0, passed.output);
  const comment = await readFile(join(folder, 'load-test', 'comment.md'), 'utf8');
  assert.match(
    comment,
    /^### (✅|⚠️) Load test From a script: (Passed|Doubtful), all 2 thresholds met: 20 samples .*, 0 failed;/,
  );
  assert.equal(sumOfCsv(await readFile(join(folder, 'load-test', 'result.csv'), 'utf8')), 20);

  const failed = await runScript(folder, { ...env, OUT: 'failed' }, ['failing.jmx']);
  assert.equal(failed.code, 2, failed.output);
  const junit = await readFile(join(folder, 'failed', 'result.xml'), 'utf8');
  assert.match(junit, /<testcase name="errors ≤ 1 %" classname="spate\.threshold" time="0\.000">\s*<failure/);

  const broken = await runScript(folder, { ...env, OUT: 'broken' }, ['missing.jmx']);
  assert.equal(broken.code, 1);
  assert.match(broken.output, /File not found: missing\.jmx\..*could not run \(exit code 1\)/s);
});

test('the shell example downloads the results of its own run while other runs start', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-example-'));
  t.after(() => rm(folder, { recursive: true }));
  const outcome = exampleOutcome();
  await writeFile(join(folder, 'made.xml'), renderJunit(outcome));
  const spate = 'if [ "$1" = run ]; then cp made.xml load-test/result.xml; else echo "$@" > asked; fi';
  await writeFile(join(folder, 'spate.sh'), spate);
  const env = { PATH: process.env.PATH ?? '', SPATE: 'sh spate.sh' };
  const { code, output } = await runScript(folder, env, ['plan.jmx']);
  assert.equal(code, 0, output);
  const asked = await readFile(join(folder, 'asked'), 'utf8');
  assert.equal(asked, `results ${outcome.run.uuid} --output load-test/result.csv\n`);
});

for (const name of [
  'load-test.sh',
  'github-actions.yml',
  'gitlab-ci.yml',
  'Jenkinsfile',
  'azure-pipelines.yml',
]) {
  test(`the commands in ${name} are ones that spate has`, async () => {
    const lines = commandsIn(await readFile(example(name), 'utf8'));
    assert.ok(lines.some((words) => words[0] === 'run' && words.includes('--fail-if')));
    for (const words of lines) {
      assert.equal(parseCommandLine(words, commands).wants, 'run', words.join(' '));
      assert.ok(!words.includes('last'), 'the latest run may be that of another pipeline');
    }
  });
}

/** Arguments of each call of spate, with continued lines joined. */
function commandsIn(text: string): string[][] {
  const joined = text.replaceAll(/ *\\{1,2}\n\s*/g, ' ').replaceAll(/\n\s+(?=--)/g, ' ');
  return [...joined.matchAll(/(?:bin\/spate\.mjs|^ *\$SPATE) (\w.*)$/gm)].map(([, line = '']) => {
    const end = line.search(/ (>|\|\||;;|''')/);
    const words = (end === -1 ? line : line.slice(0, end)).match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
    return words.map((word) => word.replaceAll(/^["']|["']$/g, ''));
  });
}
