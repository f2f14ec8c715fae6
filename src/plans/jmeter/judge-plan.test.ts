import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideEngine } from '../../domain/engine.ts';
import { parseOverrideParameters } from '../override-parameters.ts';
import { judgePlan } from './judge-plan.ts';

const plan = Buffer.from(
  '<jmeterTestPlan><hashTree><TestPlan guiclass="TestPlanGui" testname="Plan"/><hashTree/></hashTree></jmeterTestPlan>',
);
const judge = (parameters: string, ...others: string[]) =>
  judgePlan(
    'plan.jmx',
    [{ name: 'plan.jmx', content: plan }, ...others.map((name) => ({ name }))],
    parseOverrideParameters(parameters),
  );

describe('the engine of a run', () => {
  it("is Spate's without obstacles, whatever properties the plan itself reads", () => {
    assert.deepEqual(
      judge('-Jusers=10, -Dhost=example.com -Jjmeter.save.saveservice.url=true', 'users.csv'),
      [],
    );
  });

  it('a file without a test plan is rejected, as JMeter does not run it', () => {
    const content = Buffer.from(
      '<jmeterTestPlan><hashTree><ThreadGroup guiclass="ThreadGroupGui" testname="Users"/><hashTree/></hashTree></jmeterTestPlan>',
    );
    assert.throws(() => judgePlan('part.jmx', [{ name: 'part.jmx', content }], parseOverrideParameters('')), {
      code: 'plan_broken',
      message: /part\.jmx has no test plan, only ThreadGroup at its top/,
    });
  });

  it('is Apache JMeter for properties that change dates, texts or names of sub-samples, but not for similar names', () => {
    for (const name of [
      ...['-Duser.timezone', '-Duser.language', '-Duser.country', '-Dfile.encoding'],
      ...['-Jsubresults.disable_renaming', '-Jtime.YMD', '-Jtime.HMS', '-Jtime.YMDHMS', '-Jtime.USER1'],
    ]) {
      assert.equal(judge(`${name}=x`).length, 1, name);
    }
    assert.deepEqual(judge('-Jtime=5 -Jtime.out=3 -Juser.name.prefix=a -Jfile=b'), []);
  });

  it("is Spate's with a key store of a known type under JMeter's property names", () => {
    const keyStore = '-Djavax.net.ssl.keyStore=a.p12 -Djavax.net.ssl.keyStorePassword=b';
    assert.deepEqual(judge(`${keyStore} -Jhttps.use.cached.ssl.context=false`), []);
    assert.deepEqual(judge(`${keyStore} -Djavax.net.ssl.keyStoreType=JKS`), []);
    assert.equal(judge(`${keyStore} -Djavax.net.ssl.keyStoreType=JCEKS`).length, 1);
    assert.notDeepEqual(judge('-Jjavax.net.ssl.keyStore=a.p12'), []);
  });

  it('is Apache JMeter with code for the JVM, JVM options, and JMeter settings', () => {
    const found = judge('-Xmx2g -Djava.net.preferIPv4Stack=true -Jhttpclient4.retrycount=1', 'plugin.jar');
    assert.deepEqual(
      found.map(({ element, place }) => `${element} in ${place}`),
      [
        'plugin.jar in the uploaded files',
        '-Xmx2g in override_parameters',
        'java.net.preferIPv4Stack in override_parameters',
        'httpclient4.retrycount in override_parameters',
      ],
    );
  });

  it('is Apache JMeter for plans in version 1 of the format', () => {
    const old = plan
      .toString()
      .replace('<jmeterTestPlan>', '<jmeterTestPlan version="1.0" properties="1.0">');
    const judged = (text: string) =>
      judgePlan('plan.jmx', [{ name: 'plan.jmx', content: Buffer.from(text) }], parseOverrideParameters(''));
    assert.equal(judged(old).length, 1);
    assert.deepEqual(judged(old.replace('version="1.0"', 'version="1.2"')), []);
  });

  it('is Apache JMeter, which reports the error, for an element without a GUI class', () => {
    const judged = (text: string) =>
      judgePlan('plan.jmx', [{ name: 'plan.jmx', content: Buffer.from(text) }], parseOverrideParameters(''));
    assert.deepEqual(
      judged(plan.toString().replace(' guiclass="TestPlanGui"', '')).map(({ reason }) => reason),
      ['It has no GUI class.'],
    );
  });

  it('rejects a tree in an order that JMeter cannot read', () => {
    const judged = (inner: string) =>
      judgePlan(
        'plan.jmx',
        [
          {
            name: 'plan.jmx',
            content: Buffer.from(`<jmeterTestPlan><hashTree>${inner}</hashTree></jmeterTestPlan>`),
          },
        ],
        parseOverrideParameters(''),
      );
    const element = '<TestPlan guiclass="TestPlanGui" testname="Plan"/>';
    assert.deepEqual(judged(element), []);
    assert.throws(
      () => judged(`${element}${element}<hashTree/>`),
      /found <TestPlan> instead of the <hashTree>/,
    );
    assert.throws(() => judged(`<hashTree/>${element}`), /found a <hashTree> instead of an element/);
  });

  it('treats names in an environment file as JMeter properties', () => {
    const judged = judgePlan(
      'plan.jmx',
      [
        { name: 'plan.jmx', content: plan },
        {
          name: 'environment',
          content: Buffer.from('users=1\nmode=x\nsample_variables=a,b\nsearch_paths=/x\n'),
        },
      ],
      parseOverrideParameters(''),
    );
    assert.deepEqual(
      judged.map(({ element, place }) => `${element} in ${place}`),
      ['sample_variables in the environment file', 'search_paths in the environment file'],
    );
  });

  it('treats names in uploaded property files as JMeter properties', () => {
    const judged = judgePlan(
      'plan.jmx',
      [
        { name: 'plan.jmx', content: plan },
        {
          name: 'jmeter.properties',
          content: Buffer.from(
            'user.properties=user.properties\nsystem.properties=system.properties\nupgrade_properties=/bin/upgrade.properties\ncookies=cookies\n',
          ),
        },
        { name: 'user.properties', content: Buffer.from('users : 1\nhttpclient4.\\\n  retrycount 3\n') },
        { name: 'other.properties', content: Buffer.from('httpclient4.retrycount=5\n') },
        {
          name: 'system.properties',
          content: Buffer.from(
            'any.name=1\nsun.net.http.allowRestrictedHeaders=true\nhttp.proxyHost=p\nuser.timezone=UTC\n',
          ),
        },
      ],
      parseOverrideParameters(''),
    );
    assert.deepEqual(
      judged.map(({ element, place }) => `${element} in ${place}`),
      [
        'httpclient4.retrycount in user.properties',
        'user.timezone in system.properties',
        'http.proxyHost in system.properties',
      ],
    );
  });

  it('ignores defaults, and settings of the GUI, reports and distributed runs', () => {
    assert.deepEqual(
      judge(
        '-Jhttpclient4.retrycount=0 -JCookieManager.save.cookies=FALSE -Jjmeter.reportgenerator.report_title=x -Jsummariser.interval=10 -Jserver.rmi.ssl.disable=true -Jjmeterengine.force.system.exit=true -Jserver.host=a -Jclient_id=b -Jproxy.host=c -Jhttp.port=80 -Jthreads.max=5',
      ),
      [],
    );
    for (const name of ['timer.factor', 'CookieManager.save.cookies', 'sampleresult.default.encoding']) {
      assert.equal(judge(`-J${name}=2`).length, 1, name);
    }
  });

  it('is the engine of Spate with JMeter settings that are defaults, irrelevant or unknown', () => {
    assert.deepEqual(
      judge(
        '-Jtimer.factor=1 -Jtimer.factor=1.0f -JhtmlParser.className=org.apache.jmeter.protocol.http.parser.LagartoBasedHtmlParser -JHTTPResponse.parsers="htmlParser wmlParser cssParser" -Jhttpclient4.idletimeout=0 -Jcsvdataset.eofstring=<EOF> -Jjmeter.regex.patterncache.size=5 -Joro.patterncache.size=5 -Jjmeter.exit.check.pause=1 -Jkerberos.spnego.strip_port=false -Jjsr223.compiled_scripts_cache_size=9 -Jgroovy.utilities=x -Jjmeter.users=5 -Djava.awt.headless=true -Djava.security.egd=file:/dev/urandom',
      ),
      [],
    );
  });

  it('is Apache JMeter with settings that change requests, the parsing of responses or time formats', () => {
    for (const setting of [
      ...['timer.factor=0.5', 'HTTPResponse.parsers=htmlParser', 'htmlParser.types=text/html'],
      ...['httpclient4.retrycount=1', 'httpclient.socket.http.cps=1000', 'httpclient4.time_to_live=1'],
      ...[
        'httpsampler.max_redirects=2',
        'httpsampler.max_bytes_to_store_per_request=10',
        'jmeter.httpsampler=Java',
      ],
      ...['jmeter.regex.engine=java', 'csvdataset.eofstring=end', 'csvread.delimiter=;', 'language=de'],
      ...['css.parser.ignore_all_css_errors=false', '__jm_D_TG=a', 'jsr223.init.file=a.groovy'],
      ...['sampleresult.useNanoTime=false', 'jmeterengine.threadstop.wait=1', 'cacheable_methods=GET,HEAD'],
      ...['cache_manager.cached_resource_mode=RETURN_200_CACHE', 'beanshell.function.init=a.bsh'],
    ]) {
      assert.equal(judge(`-J${setting}`).length, 1, setting);
    }
  });

  it('follows the choice: auto selects the possible engine, spate is refused when impossible', () => {
    const obstacles = judge('', 'plugin.jar');
    assert.deepEqual(decideEngine('auto', []), { engine: 'spate', reasons: [] });
    assert.deepEqual(decideEngine('auto', obstacles), { engine: 'apache', reasons: obstacles });
    assert.deepEqual(decideEngine('apache', []), { engine: 'apache', reasons: [] });
    assert.equal(decideEngine('spate', obstacles), undefined);
    assert.deepEqual(decideEngine('spate', []), { engine: 'spate', reasons: [] });
  });

  it('truncates very long names', { timeout: 60_000 }, () => {
    const unknown = Array.from(
      { length: 1000 },
      (_, at) =>
        `<GenericController guiclass="LogicControllerGui" testname="${'x'.repeat(100_000)}"><stringProp name="odd.${at}">1</stringProp></GenericController><hashTree/>`,
    );
    const content = Buffer.from(
      `<jmeterTestPlan><hashTree><TestPlan guiclass="TestPlanGui" testname="Plan"/><hashTree>${unknown.join('')}</hashTree></hashTree></jmeterTestPlan>`,
    );
    const found = judgePlan('plan.jmx', [{ name: 'plan.jmx', content }], parseOverrideParameters(''));
    assert.equal(found.length, 1000);
    assert.ok(found.every(({ place }) => place.length < 300));
  });
});
