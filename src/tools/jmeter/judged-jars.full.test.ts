import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { blockingObstacles } from '../../domain/engine.ts';
import { element, group, plan } from '../../engine/testing/plan.ts';
import { makeProbeJar } from '../../engine/testing/probe-jar.ts';
import { judgePlan } from '../../plans/jmeter/judge-plan.ts';
import { parseOverrideParameters } from '../../plans/override-parameters.ts';

describe('the classes of a compiled jar', { skip: needs('java', 'maven') }, () => {
  it('run on the engine as far as they use proven members', async () => {
    const jar = { name: 'probe.jar', content: await makeProbeJar() };
    const blocking = (name: string) => {
      const request = {
        ...element('JavaSampler', 'j', { classname: `probe.${name}` }),
        guiClass: 'JavaTestSamplerGui',
      };
      const content = Buffer.from(plan(group({}, request)));
      const files = [{ name: 'plan.jmx', content }, jar];
      return blockingObstacles(judgePlan('plan.jmx', files, parseOverrideParameters(''))).map(
        ({ reason }) => reason,
      );
    };
    for (const name of ['Lifecycle', 'Fields', 'Fails', 'NoClient', 'Hidden', 'Ends']) {
      assert.deepEqual(blocking(name), [], name);
    }
    const unproven = ", which is not proven in a JVM beside Spate's own engine.";
    assert.deepEqual(blocking('TooDeep'), [
      `Its class probe.TooDeep uses org.apache.jmeter.samplers.SampleResult.setSampleCount${unproven}`,
      `Its class probe.TooDeep uses org.apache.jmeter.threads.JMeterContext.getEngine${unproven}`,
    ]);
    assert.deepEqual(blocking('Threads'), [
      `Its class probe.Threads uses its own threads together with variables or properties of JMeter${unproven}`,
    ]);
  });
});
