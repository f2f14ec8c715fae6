import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { until } from '../../test/support/until.ts';
import type { AppError } from '../domain/errors.ts';
import { heldFileNames } from '../tool-process/held-file-names.ts';
import { makeExecution, testSandbox } from './execution.fixture.ts';
import { heldFiles } from './held-files.ts';
import { createHeldTool, type HeldToolParts, type ToolEnd } from './held-tool.ts';
import { countSampleLog, readSampleLog } from './sample-log.ts';
import { prepareToolFolders } from './sandbox/layout.ts';
import type { Tool } from './tool.ts';
import { readUploads, uploadedVariables } from './uploads.ts';

/** The smallest tool there is: a shell script. $TOOL, $LAUNCH and $RESULTS are its folders. */
function shellTool(script: string, change: Partial<HeldToolParts> = {}) {
  const seen: { ends: ToolEnd[]; tidied: number } = { ends: [], tidied: 0 };
  const tool: Tool = createHeldTool({
    name: 'jmeter',
    title: 'The script',
    readyTimeoutMs: 60_000,
    probe: async () => ({ tool: 'jmeter', isAvailable: true, version: null, missing: [] }),
    provision: async () => {},
    start: async (execution, sandbox) => {
      await prepareToolFolders(execution.folders);
      const paths = sandbox.paths(execution.folders, undefined);
      await sandbox.start({
        executionId: execution.spec.executionId,
        folders: execution.folders,
        toolchain: undefined,
        readOnly: [],
        argv: ['/bin/sh', '-c', script],
        env: new Map([
          ['PATH', '/usr/bin:/bin'],
          ['TOOL', paths.tool],
          ['LAUNCH', paths.launch],
          ['RESULTS', paths.results],
        ]),
        hosts: [],
        memoryBytes: execution.memoryBytes,
        maxProcesses: 100,
        outputPath: heldFiles(execution.folders).output,
      });
    },
    read: (folders, offset) => readSampleLog(join(folders.results, 'samples'), offset),
    count: (folders) => countSampleLog(join(folders.results, 'samples')),
    logPath: (folders) => heldFiles(folders).output,
    explainEnd: (end) => {
      seen.ends.push(end);
      return end.code === 0 || end.wasKilled ? [] : [`It ended with ${end.code}: ${end.output.trim()}`];
    },
    tidy: async () => {
      seen.tidied += 1;
    },
    archiveFiles: async () => [],
    ...change,
  });
  return { tool, seen };
}

const hold = `touch "$TOOL/${heldFileNames.ready}"; while [ ! -e "$LAUNCH/${heldFileNames.control}" ]; do sleep 0.02; done; cat "$LAUNCH/${heldFileNames.control}" > "$RESULTS/order"`;
const sandbox = await testSandbox();

describe('a held tool', () => {
  it('holds until it is released, once, and is concluded with what it wrote', async () => {
    const { tool, seen } = shellTool(`${hold}; echo '["a",5,1,1,1,1,200,"",0,0,1]' > "$RESULTS/samples"`);
    await using execution = await makeExecution(tool, [], {}, sandbox);
    await tool.launch(execution);
    assert.equal(await tool.isRunning(execution), true);
    await tool.release(execution, 1234.4);
    await tool.release(execution, 9999);
    await until('its end', async () => !(await tool.isRunning(execution)));
    assert.equal(await readFile(join(execution.folders.results, 'order'), 'utf8'), 'start 1234');
    assert.equal((await tool.read(execution, undefined)).samples.length, 1);
    const conclusion = await tool.conclude(execution);
    assert.deepEqual(conclusion, { exitCode: 0, signal: null, errors: [], samplesProduced: 1 });
    assert.deepEqual(
      seen.ends.map(({ wasReady, wasStopped, wasKilled }) => ({ wasReady, wasStopped, wasKilled })),
      [{ wasReady: true, wasStopped: false, wasKilled: false }],
    );
  });

  it('is asked to end with half of its grace as patience, and a release no longer starts it', async () => {
    const { tool, seen } = shellTool(hold);
    await using execution = await makeExecution(tool, [], { stopGraceS: 7 }, sandbox);
    await tool.launch(execution);
    await tool.stop(execution, 'graceful');
    await tool.release(execution, 1);
    await until('its end', async () => !(await tool.isRunning(execution)));
    assert.equal(await readFile(join(execution.folders.results, 'order'), 'utf8'), 'stop 3500');
    await tool.conclude(execution);
    assert.equal(seen.ends[0]?.wasStopped, true);
  });

  it('says why when it ends before it holds', async () => {
    const { tool } = shellTool('echo "no such plan"; exit 3');
    await using execution = await makeExecution(tool, [], {}, sandbox);
    await assert.rejects(tool.launch(execution), (error: AppError) => {
      assert.equal(error.code, 'plan_broken');
      assert.equal(error.message, 'It ended with 3: no such plan');
      return true;
    });
  });

  it('is ended and tidied up after when it never holds', async () => {
    const { tool, seen } = shellTool('sleep 600', { readyTimeoutMs: 300 });
    await using execution = await makeExecution(tool, [], {}, sandbox);
    await assert.rejects(tool.launch(execution), /The script was not ready to start after/);
    assert.equal(await tool.isRunning(execution), false);
    assert.equal(seen.tidied, 1);
  });

  it('is not started a second time once it has been released', async () => {
    const { tool } = shellTool(hold);
    await using execution = await makeExecution(tool, [], {}, sandbox);
    await tool.launch(execution);
    await tool.release(execution, 1);
    await until('its end', async () => !(await tool.isRunning(execution)));
    await assert.rejects(tool.launch(execution), /has run already; it is not started twice/);
  });

  it('is taken over by another adapter while it holds', async () => {
    const { tool } = shellTool(hold);
    await using execution = await makeExecution(tool, [], {}, sandbox);
    await tool.launch(execution);
    const { tool: other } = shellTool('exit 1');
    await other.launch(execution);
    await other.release(execution, 1);
    await until('its end', async () => !(await other.isRunning(execution)));
    assert.deepEqual((await other.conclude(execution)).errors, []);
  });

  it('is ended by force, and that is no error of its own', async () => {
    const { tool, seen } = shellTool(`touch "$TOOL/ready"; trap '' TERM; while :; do sleep 1; done`);
    await using execution = await makeExecution(tool, [], {}, sandbox);
    await tool.launch(execution);
    await tool.stop(execution, 'force');
    assert.equal(await tool.isRunning(execution), false);
    const { errors, signal } = await tool.conclude(execution);
    assert.deepEqual(errors, []);
    assert.equal(signal, 'SIGKILL');
    assert.equal(seen.ends[0]?.wasKilled, true);
  });

  it('shows the last lines of its log', async () => {
    const { tool } = shellTool(`echo one; echo; echo two; echo three; ${hold}`);
    await using execution = await makeExecution(tool, [], {}, sandbox);
    await tool.launch(execution);
    assert.deepEqual(await tool.logTail(execution, 2), ['two', 'three']);
  });
});

describe('the uploads of an execution', () => {
  it('come in the order of the upload, then what was unpacked, with the content of what a plan is chosen from', async () => {
    const { tool } = shellTool('true');
    const uploads = ['z.jmx', 'data.csv', 'environment'].map((name) => ({ name, content: 'COLOUR=blue' }));
    await using execution = await makeExecution(tool, uploads, {}, sandbox);
    await mkdir(join(execution.folders.files, 'inner'));
    for (const name of ['inner/b.jmx', 'inner/a.csv'])
      await writeFile(join(execution.folders.files, name), 'unpacked');
    const files = await readUploads(execution);
    assert.deepEqual(
      files.map(({ name, content }) => [name, content === undefined ? null : String(content)]),
      [
        ['z.jmx', 'COLOUR=blue'],
        ['data.csv', null],
        ['environment', 'COLOUR=blue'],
        ['inner/a.csv', null],
        ['inner/b.jmx', 'unpacked'],
      ],
    );
    assert.deepEqual([...uploadedVariables(files)], [['COLOUR', 'blue']]);
  });
});
