import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { debug, element, group, plan } from '../../engine/testing/plan.ts';
import { jsr223 } from '../../engine/testing/script-plans.ts';
import { makeClass } from '../../plans/jmeter/jars/class-file.fixture.ts';
import { exitCodes } from '../../tool-process/exit-codes.ts';
import { makeExecution, runToEnd, testContext } from '../execution.fixture.ts';
import { makeZip } from '../zip.fixture.ts';
import { createJmeter } from './jmeter.ts';

const tool = createJmeter();
/** A Java Request, whose samples have its name. */
const client = makeClass('probe/Client', {
  parent: 'org/apache/jmeter/protocol/java/sampler/AbstractJavaSamplerClient',
  makes: 'org/apache/jmeter/samplers/SampleResult',
});
const execution = (content: string) =>
  makeExecution(
    tool,
    [
      { name: 'plan.jmx', content },
      { name: 'system.properties', content: 'taste=sweet' },
      { name: 'probe.jar', content: makeZip([{ name: 'probe/Client.class', content: client }]) },
    ],
    { engine: 'spate', overrideParameters: '-Dcolour=red' },
  );

describe('scripts in a JVM beside the engine', { skip: needs('java', 'maven') }, () => {
  before(() => tool.provision(testContext(), () => {}));

  it('runs them and Java Requests of uploaded jars in the sandbox, and ends the run with the reason when the JVM ends', async () => {
    const content = plan(
      group(
        { users: 2, loops: 2 },
        debug(
          '${lines} of ${thread}',
          jsr223(
            'JSR223PreProcessor',
            'count',
            "new File('seen.txt') << 'x\\n'; vars.put('lines', new File('seen.txt').readLines().size() > 0 ? 'lines' : 'none'); vars.put('thread', ctx.getThread().getThreadName() + ' ' + System.getProperty('colour') + ' ' + System.getProperty('taste'))",
          ),
        ),
      ),
      group(
        { kind: 'PostThreadGroup' },
        debug('before'),
        {
          ...element('JavaSampler', 'of a jar', { classname: 'probe.Client' }),
          guiClass: 'JavaTestSamplerGui',
        },
        jsr223('JSR223Sampler', 'exit', "System.err.println('out of coffee'); System.exit(3)"),
        debug('never'),
      ),
    );
    await using run = await execution(content);
    const { samples, conclusion } = await runToEnd(tool, run);
    assert.deepEqual(samples.map(({ label }) => label).sort(), [
      'before',
      'lines of Users 1-1 red sweet',
      'lines of Users 1-1 red sweet',
      'lines of Users 1-2 red sweet',
      'lines of Users 1-2 red sweet',
      'of a jar',
    ]);
    assert.equal(conclusion.errors.length, 1);
    assert.match(
      conclusion.errors[0] ?? '',
      /^The JVM that runs scripts of the plan ended with exit code 3\. Its last lines: .*out of coffee$/,
    );
    assert.equal(conclusion.exitCode, exitCodes.failed);
  });
});
