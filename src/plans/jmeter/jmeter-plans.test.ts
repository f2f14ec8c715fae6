import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { checkPlan, choosePlan, needsContent } from '../check-plan.ts';
import { inspectPlan } from '../inspect-plan.ts';
import type { PlanFile } from '../plan-file.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const jmx = (...children: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><jmeterTestPlan version="1.2"><hashTree><TestPlan guiclass="g" testclass="TestPlan" testname="P"/><hashTree>${children.join('')}</hashTree></hashTree></jmeterTestPlan>`;
const group = (children = '', enabled = 'true', element = 'ThreadGroup') =>
  `<${element} guiclass="g" testname="Users" enabled="${enabled}"><intProp name="ThreadGroup.num_threads">3</intProp></${element}><hashTree>${children}</hashTree>`;
const csv = (path: string, enabled = 'true') =>
  `<CSVDataSet guiclass="g" testname="Accounts" enabled="${enabled}"><stringProp name="filename">${path}</stringProp></CSVDataSet><hashTree/>`;
const include = (path: string) =>
  `<IncludeController guiclass="g" testname="Inc"><stringProp name="IncludeController.includepath">${path}</stringProp></IncludeController><hashTree/>`;

const file = (name: string, text?: string): PlanFile =>
  text === undefined ? { name } : { name, content: bytes(text) };
const check = (files: PlanFile[]) =>
  checkPlan({ tool: 'jmeter', files, overrideParameters: null, overrideHosts: null });
const refusal = (work: () => unknown): AppError => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'nothing was refused' });
};

describe('choosing the JMeter plan', () => {
  it('selects by name, not by position', () => {
    assert.equal(choosePlan('jmeter', [file('users.csv'), file('My.JMX', jmx(group()))], null), 'My.JMX');
  });

  it('prefers a plan with thread groups over fragments, and the first of several plans', () => {
    const fragment = `<jmeterTestPlan><hashTree><TestFragmentController guiclass="g"/><hashTree/></hashTree></jmeterTestPlan>`;
    const files = [
      file('fragment.jmx', fragment),
      file('no-groups.jmx', jmx()),
      file('disabled.jmx', jmx(group('', 'false'))),
      file('first.jmx', jmx(group())),
      file('second.jmx', jmx(group())),
    ];
    assert.equal(choosePlan('jmeter', files, null), 'first.jmx');
  });

  it('lists the uploaded files when none is a plan', () => {
    const error = refusal(() => choosePlan('jmeter', [file('a.csv'), file('b.scala')], null));
    assert.equal(error.code, 'plan_missing');
    assert.match(error.message, /a\.csv, b\.scala/);
    assert.equal(refusal(() => choosePlan('jmeter', [], null)).code, 'plan_missing');
  });

  it('reads the content of plans, the environment file and property files only', () => {
    const names = [
      'a.jmx',
      'sub/B.JMX',
      'environment',
      'user.properties',
      'jmeter.properties',
      'system.properties',
    ];
    const others = ['x.csv', 'environment.txt', 'sub/user.properties', 'a.properties'];
    assert.deepEqual(
      [...names, ...others].filter((name) => needsContent('jmeter', name)),
      names,
    );
    assert.equal(needsContent('gatling', 'user.properties'), false);
  });
});

describe('checking the JMeter plan', () => {
  const counted = (users: string, loops = '1', element = 'ThreadGroup') =>
    `<${element} guiclass="g" testname="Users"><elementProp name="ThreadGroup.main_controller" elementType="LoopController"><stringProp name="LoopController.loops">${loops}</stringProp></elementProp><stringProp name="ThreadGroup.num_threads">${users}</stringProp></${element}><hashTree/>`;
  const warningsOf = (plan: string) => check([file('plan.jmx', jmx(plan))]).warnings;

  it('reports groups without samples, as far as the plan has constant numbers', () => {
    const noUsers = (taken: string) => [
      `Thread group "Users" has no users: its number of threads is ${taken}.`,
    ];
    assert.deepEqual(warningsOf(counted('0')), noUsers('0'));
    assert.deepEqual(warningsOf(counted('-5')), noUsers('-5'));
    assert.deepEqual(warningsOf(counted('')), noUsers('empty'));
    for (const odd of ['abc', '99999999999', '2.5', ' 3']) {
      assert.deepEqual(warningsOf(counted(odd)), noUsers(`"${odd}", which JMeter takes for 0`));
    }
    assert.deepEqual(warningsOf(counted('1', '0', 'SetupThreadGroup')), [
      'Thread group "Users" does nothing: its loop count is 0.',
    ]);
    assert.deepEqual(warningsOf(counted('1', 'abc')), [
      'Thread group "Users" does nothing: its loop count is "abc", which JMeter takes for 0.',
    ]);
    for (const [users, loops] of [
      ['3', '-1'],
      ['${users}', '${loops}'],
      ['true', '+2'],
      ['010', '-2'],
    ] as const) {
      assert.deepEqual(warningsOf(counted(users, loops)), []);
    }
  });

  it('names missing functions, unless a plugin may provide them', () => {
    const calling = (text: string, enabled = 'true') =>
      group(
        `<HTTPSamplerProxy guiclass="g" testname="GET" enabled="${enabled}"><stringProp name="TestPlan.comments">\${__comment(1)}</stringProp><stringProp name="HTTPSampler.path">${text}</stringProp></HTTPSamplerProxy><hashTree/>`,
      );
    assert.deepEqual(warningsOf(calling('/${__P(a,${__nope(1)})}${__nope(2)}${__md5(x)}')), [
      '"GET" in plan.jmx calls __nope, which is not installed, so the call is not replaced.',
      '"GET" in plan.jmx calls __md5, which is not installed, so the call is not replaced.',
    ]);
    assert.deepEqual(
      warningsOf(calling('${__MD5(x)}${__groovy(1)}${__fifoPut(a,b)}${__jm__Loop__idx}\\${__no(1)}')),
      [],
    );
    assert.deepEqual(warningsOf(calling('${__nope(1)}', 'false')), []);
    const withJar = check([file('plan.jmx', jmx(calling('${__nope(1)}'))), file('functions.jar')]).warnings;
    assert.match(withJar.join(), /calls __nope, .* It must be in one of the uploaded \.jar files\.$/);
  });

  it('refuses an impossible number of users', () => {
    const { code, message } = refusal(() => warningsOf(counted('2000000000')));
    assert.equal(code, 'plan_broken');
    assert.match(
      message,
      /^Thread group "Users" has 2,000,000,000 users on each node, more than any node can start/,
    );
    assert.deepEqual(warningsOf(counted('10000000')), []);
  });

  it('rejects plans and fragments that are nested too deeply', () => {
    const nested = (levels: number) =>
      '<GenericController guiclass="g" testname="C"/><hashTree>'.repeat(levels) +
      '</hashTree>'.repeat(levels);
    assert.doesNotThrow(() => check([file('plan.jmx', jmx(group(nested(900))))]));
    for (const levels of [1000, 100_000]) {
      const error = refusal(() => check([file('plan.jmx', jmx(group(nested(levels))))]));
      assert.equal(error.code, 'plan_broken');
      assert.match(error.message, /^plan\.jmx is nested more than 1,000 levels deep/);
    }
    const part = `<jmeterTestPlan><hashTree><TestFragmentController guiclass="g"/><hashTree>${nested(3000)}</hashTree></hashTree></jmeterTestPlan>`;
    const files = [file('plan.jmx', jmx(group(include('part.jmx')))), file('part.jmx', part)];
    assert.match(refusal(() => check(files)).message, /^part\.jmx is nested/);
  });

  it('accepts a plan with all required files', () => {
    const files = [
      file('users.csv'),
      file('plan.jmx', jmx(group(csv('users.csv') + csv('/data/flood/files/users.csv') + csv('${file}')))),
    ];
    const { planName, warnings } = check(files);
    assert.deepEqual({ planName, warnings }, { planName: 'plan.jmx', warnings: [] });
  });

  for (const [what, text, expected] of [
    ['an unclosed element', '<jmeterTestPlan><hashTree></jmeterTestPlan>', /line 1, /],
    ['no XML', 'hello', /not valid XML/],
    ['nothing at all', '', /not valid XML|no JMeter plan/],
    ['another kind of XML', '<html></html>', /not a JMeter plan: its root element is <html>/],
    [
      'entities',
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><jmeterTestPlan>&a;</jmeterTestPlan>',
      /entities in a DOCTYPE/,
    ],
    ['no thread group', jmx(), /no enabled thread group/],
    ['a disabled thread group only', jmx(group('', 'false')), /no enabled thread group/],
    ['a thread group that is enabled by "FALSE"', jmx(group('', 'FALSE')), /no enabled thread group/],
    ['a thread group that is enabled by "no"', jmx(group('', 'no')), /no enabled thread group/],
    ['a thread group that is enabled by nothing', jmx(group('', '')), /no enabled thread group/],
    ['a thread group in a disabled plan', jmx(group()).replace('"P"', '"P" enabled="no"'), /no enabled/],
    [
      'no test plan',
      '<jmeterTestPlan><hashTree><TestFragmentController guiclass="g"/><hashTree/></hashTree></jmeterTestPlan>',
      /is a test fragment/,
    ],
  ] as const) {
    it(`refuses ${what}`, () => {
      const error = refusal(() => check([file('plan.jmx', text)]));
      assert.equal(error.code, 'plan_broken');
      assert.match(error.message, expected);
    });
  }

  it('accepts a byte-order mark, Latin-1, control characters and a plain DOCTYPE', () => {
    const text = jmx(group('<DebugSampler guiclass="g" testname="Gr&#xe4;&#x1;&#11;"/><hashTree/>'));
    const latin = text.replace('UTF-8', 'ISO-8859-1').replace('Users', 'Größe');
    const inputs = [
      bytes(`\ufeff${text}`),
      Buffer.from(latin, 'latin1'),
      bytes(latin),
      bytes(text.replace('?>', '?><!DOCTYPE jmeterTestPlan>').replace('Gr&', 'G\u0002r&')),
    ];
    for (const content of inputs) {
      assert.deepEqual(check([{ name: 'p.jmx', content }]).warnings, []);
    }
  });

  it('uses one title for a group in all messages', () => {
    const content = bytes(jmx(group()).replace('UTF-8', 'ISO-8859-1').replace('Users', 'Größe'));
    const found = inspectPlan({
      tool: 'jmeter',
      files: [{ name: 'p.jmx', content }],
      overrideParameters: null,
      overrideHosts: null,
    });
    assert.equal(found.threadGroups[0]?.name, 'Größe');
    assert.ok(
      found.obstacles?.some(({ place }) => place === 'P > Größe'),
      JSON.stringify(found.obstacles),
    );
  });

  it('refuses UTF-16, which JMeter itself cannot read', () => {
    const content = Buffer.from(`\ufeff${jmx(group())}`, 'utf16le');
    assert.match(refusal(() => check([{ name: 'plan.jmx', content }])).message, /Save it as UTF-8/);
  });

  it('names every class that is missing, with its plugin if known', () => {
    const unknown =
      '<com.googlecode.jmeter.plugins.webdriver.sampler.WebDriverSampler guiclass="g"/><hashTree/><org.acme.My__Sampler_-Inner guiclass="g" enabled="false"/><hashTree/>';
    const error = refusal(() => check([file('plan.jmx', jmx(group(unknown)))]));
    assert.match(
      error.message,
      /WebDriverSampler \(plugin: Selenium\/WebDriver Support\), which is not installed/,
    );
    assert.match(error.message, /org\.acme\.My_Sampler\$Inner/);
    assert.equal(error.details.length, 2);
    assert.equal(check([file('plan.jmx', jmx(group(unknown))), file('mine.jar')]).warnings.length, 2);
  });

  it('lists installed plugins', () => {
    const elements = [
      'kg.apc.jmeter.samplers.DummySampler',
      'com.blazemeter.jmeter.controller.ParallelSampler',
      'kg.apc.jmeter.timers.VariableThroughputTimer',
      'com.atlantbh.jmeter.plugins.jsonutils.jsonpathassertion.JSONPathAssertion',
      'eu.luminis.jmeter.wssampler.OpenWebSocketSampler',
      'kg.apc.jmeter.reporters.FlexibleFileWriter',
    ]
      .map((name) => `<${name} guiclass="g"/><hashTree/>`)
      .join('');
    const groups = [
      'kg.apc.jmeter.threads.UltimateThreadGroup',
      'com.blazemeter.jmeter.threads.concurrency.ConcurrencyThreadGroup',
    ]
      .map((name) => group(elements, 'true', name))
      .join('');
    assert.deepEqual(check([file('plan.jmx', jmx(groups))]).warnings, []);
  });

  it('refuses a plan whose data file was not uploaded, but not for disabled elements', () => {
    const error = refusal(() =>
      check([file('plan.jmx', jmx(group(csv('users.csv') + csv('off.csv', 'false'))))]),
    );
    assert.equal(error.code, 'plan_broken');
    assert.equal(
      error.message,
      '"Accounts" in plan.jmx needs the data file users.csv, which was not uploaded.',
    );
    assert.deepEqual(
      check([file('plan.jmx', jmx(group(csv('off.csv', 'false')) + group(csv('off.csv'), 'false')))])
        .warnings,
      [],
    );
  });

  it('uses the uploaded file of the same base name for a path of another machine', () => {
    for (const path of ['C:\\data\\Users.csv', '/home/me/users.csv', '../users.csv', 'data/users.csv']) {
      assert.match(
        check([file('users.csv'), file('plan.jmx', jmx(group(csv(path))))]).warnings[0] ?? '',
        /the uploaded users\.csv is used/,
      );
    }
  });

  it('also for paths composed of constants; other paths are not reported', () => {
    const variables =
      '<Arguments guiclass="g"><collectionProp name="Arguments.arguments"><elementProp name="dir" elementType="Argument"><stringProp name="Argument.name">dir</stringProp><stringProp name="Argument.value">C:\\tmp\\x</stringProp></elementProp></collectionProp></Arguments><hashTree/>';
    const content = jmx(variables, group(csv('${dir}/users.csv')));
    assert.deepEqual(check([file('a.jmx', content), file('users.csv')]).warnings, [
      '"Accounts" in a.jmx names ${dir}/users.csv; the uploaded users.csv is used.',
    ]);
    assert.deepEqual(check([file('a.jmx', content)]).warnings, []);
    const byProperty = jmx(group(csv('${__P(place)}/users.csv')));
    const given = [file('a.jmx', byProperty), file('users.csv'), file('user.properties', 'place=/home/me')];
    assert.equal(check(given).warnings.length, 1);
  });

  it('resolves properties like the run: an empty -J removes one, and names in the environment file may be quoted', () => {
    const used = (path: string, overrideParameters: string) => {
      const content = jmx(group(csv(path)));
      const files = [file('a.jmx', content), file('users.csv'), file('environment', 'PLACE=/home/me')];
      return checkPlan({ tool: 'jmeter', files, overrideParameters, overrideHosts: null }).warnings.length;
    };
    assert.equal(used('${__P(f,/home/me/users.csv)}', '-Jf='), 1);
    assert.equal(used('${__P(f,/home/me/users.csv)}', '-Df=/a/users.csv -Jf='), 1);
    assert.equal(used('${__P(f,/home/me/users.csv)}', '-Jf=lost.csv'), 0);
    assert.equal(used('${__P(PLACE)}/users.csv', '-JPLACE='), 0);
    assert.equal(used('${__P("PLACE")}/users.csv', ''), 1);
  });

  it('finds data files in folders of an archive', () => {
    const files = [
      file('data/users.csv'),
      file('plan.jmx', jmx(group(csv('data/users.csv') + csv('./data//users.csv')))),
    ];
    assert.deepEqual(check(files).warnings, []);
  });

  it('only warns about a file that the plan may create', () => {
    const script =
      '<JSR223Sampler guiclass="g"><stringProp name="script">new File("made.csv").text = "x"</stringProp></JSR223Sampler><hashTree/>';
    assert.equal(check([file('plan.jmx', jmx(group(script + csv('made.csv'))))]).warnings.length, 1);
    assert.equal(
      check([file('plan.jmx', jmx(group('', 'true', 'SetupThreadGroup') + group(csv('made.csv'))))]).warnings
        .length,
      1,
    );
  });

  it('checks the fragments that a plan includes, even when they include each other', () => {
    const fragment = jmx(
      `<TestFragmentController guiclass="g"/><hashTree>${csv('deep.csv')}${include('part.jmx')}</hashTree>`,
    );
    const error = refusal(() =>
      check([file('plan.jmx', jmx(group(include('part.jmx')))), file('part.jmx', fragment)]),
    );
    assert.match(error.message, /in part\.jmx needs the data file deep\.csv/);
    assert.match(
      refusal(() => check([file('plan.jmx', jmx(group(include('lost.jmx'))))])).message,
      /test fragment lost\.jmx/,
    );
  });

  it('names missing files to upload', () => {
    const upload = `<HTTPSamplerProxy guiclass="g" testname="Send"><elementProp name="HTTPsampler.Files" elementType="HTTPFileArgs"><collectionProp name="HTTPFileArgs.files"><elementProp name="x" elementType="HTTPFileArg"><stringProp name="File.path">photo.png</stringProp><stringProp name="File.mimetype">image/png</stringProp></elementProp></collectionProp></elementProp></HTTPSamplerProxy><hashTree/>`;
    assert.match(
      refusal(() => check([file('plan.jmx', jmx(group(upload)))])).message,
      /"Send" .* file to send photo\.png/,
    );
    assert.deepEqual(check([file('plan.jmx', jmx(group(upload))), file('photo.png')]).warnings, []);
  });

  it('refuses a property file that Java cannot read', () => {
    const error = refusal(() =>
      check([file('a.jmx', jmx(group())), file('user.properties', 'dir=C:\\users')]),
    );
    assert.equal(error.code, 'plan_broken');
    assert.match(error.message, /^user\.properties cannot be read: .*"dir"/);
  });

  it('warns about a backend without an address, as far as it is constant', () => {
    const backend = (values: Record<string, string>) =>
      `<BackendListener guiclass="g" testname="B"><elementProp name="arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">${Object.entries(
        values,
      )
        .map(
          ([name, value]) =>
            `<elementProp name="${name}" elementType="Argument"><stringProp name="Argument.name">${name}</stringProp><stringProp name="Argument.value">${value}</stringProp></elementProp>`,
        )
        .join('')}</collectionProp></elementProp></BackendListener><hashTree/>`;
    const warned = (values: Record<string, string>) =>
      check([file('a.jmx', jmx(group(backend({ application: '', ...values }))))]).warnings.join();
    assert.match(warned({ influxdbUrl: 'not a url' }), /"B" in a\.jmx has "not a url" .*before its first/);
    assert.match(warned({ influxdbUrl: '' }), /has "" for influxdbUrl/);
    assert.match(warned({ graphitePort: '99999' }), /99999 for graphitePort/);
    const udp = { influxdbMetricsSender: 'a.UdpMetricsSender' };
    assert.match(warned({ ...udp, influxdbUrl: 'http://host:8089' }), /host:8089\.$/);
    const shown = (influxdbUrl: string) => /has "(.*)" for/.exec(warned({ influxdbUrl }))?.[1];
    assert.equal(shown('host:8086/write?db=x&amp;u=me&amp;p=secret'), 'host:8086/write…');
    assert.equal(shown('htp://me:se@cret@host:8086/write?p=secret'), 'htp://…@host:8086/write…');
    assert.equal(shown('me:secret@host'), '…@host');
    assert.equal(shown('htp://me:sec?ret@host'), 'htp://…');
    assert.equal(shown('htp://host/write?p=sec@ret'), 'htp://…');
    assert.doesNotMatch(warned({ ...udp, influxdbUrl: 'http://me:secret@host:8089' }), /secret/);
    const right: Record<string, string>[] = [
      { influxdbUrl: 'http://host:8086/write?db=jmeter' },
      { influxdbUrl: '${address}' },
      { ...udp, influxdbUrl: 'host:8089' },
      { graphitePort: '2003' },
    ];
    for (const values of right) {
      assert.equal(warned(values), '');
    }
  });

  it('reports warnings about parameters and the environment file', () => {
    const { warnings } = checkPlan({
      tool: 'jmeter',
      files: [file('plan.jmx', jmx(group())), file('environment', 'a.b=1')],
      overrideParameters: '-foo=1',
      overrideHosts: 'a.example/1.1.1.1',
    });
    assert.equal(warnings.length, 2);
    assert.equal(
      refusal(() =>
        checkPlan({
          tool: 'jmeter',
          files: [file('p.jmx', jmx(group()))],
          overrideParameters: null,
          overrideHosts: 'x',
        }),
      ).code,
      'invalid',
    );
  });
});
