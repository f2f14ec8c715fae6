import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { quick, ScriptBench, skip } from './script.fixture.ts';

const bench = new ScriptBench();

describe('steps of a browser script', { skip }, () => {
  before(async () => {
    await bench.start();
    bench.pages['/'] = '<title>Home</title><h1>Hello</h1>';
  });
  after(() => bench.stop());

  it('runs steps in order and reports the loaded documents', async () => {
    const ran = await bench.run(`
      import { step, TestSettings, Browser } from '@flood/element';
      ${quick}
      export default () => {
        step('Home', async (browser: Browser) => { await browser.visit('ORIGIN/'); });
        step('Missing', async browser => { await browser.visit('ORIGIN/missing'); });
        step('Idle', async () => {});
      };`);
    assert.deepEqual(ran.end, { iterations: 1, why: 'loops', error: null });
    assert.deepEqual(
      ran.steps.map(({ label, isPassed, code }) => [label, isPassed, code]),
      [
        ['Home', true, '200'],
        ['Missing', true, '404'],
        ['Idle', true, '0'],
      ],
    );
    assert.ok((ran.steps[0]?.bytesIn ?? 0) >= 30);
    assert.equal(ran.steps[2]?.bytesIn, 0);
  });

  it('runs each variant of a step the required number of times', async () => {
    const ran = await bench.run(
      `
      import { step } from '@flood/element';
      ${quick}
      let count = 0;
      export default () => {
        step.once('Once', async () => {});
        step.skip('Skip', async () => {});
        step.if(() => false, 'If not', async () => {});
        step.if(async browser => browser.url === 'about:blank', 'If', async () => {});
        step.if(() => { throw new Error('odd'); }, 'If thrown', async () => {});
        step.unless(() => false, 'Unless', { waitTimeout: 5 }, async browser => { console.log(browser.settings.waitTimeout); });
        step.unless(() => true, 'Unless not', async () => {});
        step.repeat(3, 'Repeat', async () => {});
        step.repeat(-1, 'Repeat none', async () => {});
        step.while(() => count < 2, 'While', async () => { count += 1; });
        step.while(() => false, 'While not', async () => {});
        step({ waitTimeout: '7s' }, async browser => { console.log(browser.settings.waitTimeout); });
      };`,
      { loopCount: 2 },
    );
    const names = ran.steps.map(({ label, iteration }) => `${iteration} ${label}`);
    assert.deepEqual(names, [
      ...[
        '1 Once',
        '1 If',
        '1 Unless',
        '1 Repeat',
        '1 Repeat',
        '1 Repeat',
        '1 Repeat none',
        '1 While',
        '1 While',
        '1 global',
      ],
      ...['2 If', '2 Unless', '2 Repeat', '2 Repeat', '2 Repeat', '2 Repeat none', '2 global'],
    ]);
    const skipped = [
      'If not unexecuted',
      'If thrown unexecuted',
      'Unless not unexecuted',
      'While not unexecuted',
    ];
    assert.deepEqual(ran.skipped, [
      ...['Skip skipped', ...skipped],
      ...[
        'Once unexecuted',
        'Skip skipped',
        ...skipped.slice(0, 3),
        'While unexecuted',
        'While not unexecuted',
      ],
    ]);
    assert.deepEqual(ran.iterations, [true, true]);
    assert.deepEqual(
      ran.logs.filter((line) => line.startsWith('script')),
      [5000, 7000, 5000, 7000].map((each) => `script log: ${each}`),
    );
    assert.equal(ran.logs.filter((line) => line.includes('odd')).length, 2);
  });

  it('keeps the state of modules between iterations, and the row within an iteration', async () => {
    const ran = await bench.run(
      {
        'script.ts': `
        import { step, beforeAll, afterAll, beforeEach, afterEach, TestData, ENV } from '@flood/element';
        import { counter } from './counter';
        ${quick}
        TestData.fromData([{ user: 'a' }, { user: 'b' }]);
        let runs = 0;
        (global as any).kept = 0;
        export default () => {
          beforeAll(async (browser, row) => { console.log('beforeAll', row.user); });
          beforeAll(async () => { console.log('beforeAll 2'); });
          beforeEach(async (browser, row) => { console.log('beforeEach', row.user); });
          afterEach(async () => { console.log('afterEach'); });
          afterAll(async (browser, row) => { console.log('afterAll', row.user); });
          step('A', async (browser, row) => { runs += 1; counter.value += 1; (global as any).kept += 1; console.log(row.user, runs, counter.value, (global as any).kept); });
          step.if(() => false, 'B', async () => {});
        };`,
        'counter.ts': 'export const counter = { value: 10 };',
      },
      { loopCount: 2 },
    );
    const iteration = (user: string, n: number) => [
      ...[
        `beforeAll ${user}`,
        'beforeAll 2',
        `beforeEach ${user}`,
        `${user} ${n} ${10 + n} ${n}`,
        'afterEach',
      ],
      ...[`beforeEach ${user}`, `afterAll ${user}`],
    ];
    const lines = ran.logs.map((line) => line.replace('script log: ', ''));
    assert.deepEqual(lines, [...iteration('a', 1), ...iteration('b', 2)]);
    assert.ok(!('kept' in globalThis));
  });

  it('skips the steps of an iteration after a failed hook without counting it as failed', async () => {
    const hook = (code: string) => `
      import { step, beforeAll, afterAll, beforeEach, afterEach } from '@flood/element';
      ${quick}
      export default () => { ${code}; afterAll(async () => { console.log('after all'); }); step('A', async () => {}); step('B', async () => {}); };`;
    const all = await bench.run(hook(`beforeAll(async () => { throw new Error('bad hook'); })`));
    assert.deepEqual(
      [all.steps.length, all.skipped, all.iterations],
      [0, ['A unexecuted', 'B unexecuted'], [true]],
    );
    assert.ok(all.logs.includes('script log: after all'));
    assert.ok(all.logs.some((line) => /beforeAll failed: bad hook \(script\.ts:4:\d+\)/.test(line)));
    const slow = await bench.run(hook(`beforeEach(() => new Promise(() => {}), '50ms')`));
    assert.deepEqual([slow.steps.length, slow.iterations], [0, [true]]);
    const each = await bench.run(hook(`afterEach(async () => { throw new Error('bad'); })`));
    assert.deepEqual([each.steps.map(({ label }) => label), each.iterations], [['A'], [true]]);
  });

  it('skips the rest of an iteration after a failed step and continues with the next iteration', async () => {
    const ran = await bench.run(
      `
      import { step } from '@flood/element';
      ${quick}
      export default () => { step('A', async () => { throw new Error('no'); }); step('B', async () => {}); step.skip('C', async () => {}); };`,
      { loopCount: 2 },
    );
    assert.deepEqual(
      ran.steps.map(({ label, isPassed }) => [label, isPassed]),
      [
        ['A', false],
        ['A', false],
      ],
    );
    assert.deepEqual(ran.skipped.slice(0, 2), ['B unexecuted', 'C skipped']);
    assert.deepEqual(ran.iterations, [false, false]);
    assert.equal(ran.end.why, 'loops');
  });

  it('recovers failed steps by a retry, the next step or a restart, up to the limit', async () => {
    const recovered = (recovery: string, more = '') => `
      import { step, RecoverWith } from '@flood/element';
      ${quick}
      let tries = 0;
      export default () => {
        step('First', async () => {});
        step('Shaky', async () => { tries += 1; if (tries < 3) throw new Error('shaky'); });
        step('Last', async () => {});
        ${recovery}
        ${more}
      };`;
    const retried = await bench.run(
      recovered(
        `step.recovery('Shaky', { tries: 2 }, async browser => { console.log(typeof browser.visit); return RecoverWith.RETRY; });`,
      ),
    );
    assert.deepEqual(
      retried.steps.map(({ label, isPassed }) => `${label} ${isPassed}`),
      ['First true', 'Shaky false', 'Shaky false', 'Shaky true', 'Last true'],
    );
    assert.deepEqual(retried.iterations, [true]);
    const once = await bench.run(recovered(`step.recovery('Shaky', async () => RecoverWith.RETRY);`));
    assert.deepEqual(
      once.steps.map(({ label }) => label),
      ['First', 'Shaky', 'Shaky'],
    );
    assert.deepEqual(once.iterations, [false]);
    const continued = await bench.run(recovered('step.recovery(async () => {});'));
    assert.deepEqual(
      continued.steps.map(({ label }) => label),
      ['First', 'Shaky', 'Last'],
    );
    assert.deepEqual(continued.iterations, [true]);
    const restarted = await bench.run(
      recovered(`step.recovery('Shaky', { tries: 5 }, async () => RecoverWith.RESTART);`),
    );
    assert.deepEqual(
      restarted.steps.map(({ label, iteration }) => `${iteration} ${label}`),
      ['1 First', '1 Shaky', '1 First', '1 Shaky', '1 First', '1 Shaky', '1 Last'],
    );
    assert.deepEqual([restarted.iterations, restarted.end.iterations], [[true], 1]);
    const thrown = await bench.run(
      recovered(`step.recovery('Shaky', async () => { throw new Error('worse'); });`),
    );
    assert.deepEqual(thrown.iterations, [false]);
    const twice = await bench.run(
      recovered('step.recovery(async () => {});', 'step.recovery(async () => {});'),
    );
    assert.equal(twice.end.why, 'broken');
    assert.match(
      twice.end.error ?? '',
      /Global recovery step called with too many times \(script\.ts:10:14\)/,
    );
  });
});
