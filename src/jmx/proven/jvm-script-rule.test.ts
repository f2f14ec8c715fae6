import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dialect } from '../../languages/jvm/syntax/script-tokens.ts';
import { jvmScriptProblem } from './jvm-script-rule.ts';

const proven = [
  "vars.put('a', new File('x').text)",
  "import java.nio.file.*; props.put('n', Files.list(Paths.get('.')).count() as String)",
  "if (prev != null && prev.getResponseCode() == '200') { log.info(prev.responseDataAsString) }",
  "vars.putObject('list', ctx.getVariables().getObject('list') ?: [])",
  'ctx.threadGroup.name + ctx.getThread().getThreadName() + sampler.getName()',
  'def text = "${vars.get(\'a\')} ${prev.time}"',
  'import org.apache.commons.lang3.StringUtils; StringUtils.abbreviate(Label, 5)',
  "import org.apache.jmeter.util.JMeterUtils; JMeterUtils.getProperty('x')",
  'Thread.sleep(10); System.exit(Integer.parseInt(args[0]))',
  'import org.apache.jmeter.services.FileServer; new File(FileServer.getFileServer().getBaseDir(), "x")',
  'throw new org.apache.jorphan.util.JMeterStopThreadException(org.apache.jmeter.util.JMeterUtils.getProperty("x"))',
  'import com.acme.Settings; def a = new Settings(props, "x"); new Settings(f(1), props)',
  'SampleResult.setDataType(org.apache.jmeter.samplers.SampleResult.TEXT); vars.getIteration()',
  'java.lang.Thread.sleep(5); def name = this.class.name; def m = [owner: 1, delegate: 2]; m.owner + m.delegate.x',
  "// prev, ctx and sampler in a comment, and '/' in a text\nlog.info('prev ctx')",
  // Groovy does not compile them.
  'log.info("$placeholder$"); ctx.getEngine()',
  'log.info("""$ 5"""); ctx.getEngine()',
];

test('scripts of Java and of JMeter objects that are the same in the JVM are proven', () => {
  assert.deepEqual(
    proven.map((script) => jvmScriptProblem(script)),
    proven.map(() => undefined),
  );
});

const provenInOthers: [dialect: Dialect, script: string][] = [
  ['javascript', 'if (prev.getResponseCode() == "501") { prev.setResponseOK(); }'],
  [
    'javascript',
    'function f(s) { return this.keys.charAt(s.replace(/["\\r]/g, "") / 2); } vars.put("a", f("b"))',
  ],
  ['javascript', 'importPackage(Packages.java.util); if (prev === null) { new ArrayList(); }'],
  ['bean-shell', 'String source = "a"; int load = 1; if (source.equals("b")) load++;'],
  [
    'bean-shell',
    'if (Response.isSuccessful() && bsh.args.length > 0) { java.util.Properties p = new Properties(); p.load(in); }',
  ],
];

test('scripts in other languages are read in their own syntax', () => {
  assert.deepEqual(
    provenInOthers.map(([dialect, script]) => jvmScriptProblem(script, dialect)),
    provenInOthers.map(() => undefined),
  );
});

const unprovenInOthers: [dialect: Dialect, script: string, problem: string][] = [
  ['javascript', 'this["ctx"].getEngine()', 'this in a place where it is not proven'],
  ['javascript', 'vars["put"]("a", "b")', 'vars[…]'],
  [
    'javascript',
    'Packages.org.apache.jmeter.engine.StandardJMeterEngine',
    'org.apache.jmeter.engine.StandardJMeterEngine',
  ],
  ['javascript', 'bsf.lookupBean("ctx")', 'bsf'],
  ['javascript', 'x = 1 <!-- comment', 'a comment of HTML'],
  ['javascript', '[].constructor.constructor("return ctx")()', 'constructor'],
  ['javascript', 'with (prev) { setSuccessful(false) }', 'prev in a place where it is not proven'],
  ['bean-shell', 'this.interpreter.get("ctx")', 'this in a place where it is not proven'],
  ['bean-shell', 'eval("ct" + "x");', 'eval'],
  ['bean-shell', 'bsh.shared.x = prev;', 'bsh'],
  ['bean-shell', 'r = Response;', 'Response in a place where it is not proven'],
  ['bean-shell', 'global.ctx;', 'global'],
];

test('a script in another language that reaches further into JMeter is not proven', () => {
  for (const [dialect, script, problem] of unprovenInOthers) {
    assert.equal(jvmScriptProblem(script, dialect), problem, script);
  }
});

const unproven: [script: string, problem: string][] = [
  ["sampler.addArgument('a', 'b')", 'sampler.addArgument'],
  ['ctx.getEngine().stopTest()', 'ctx.getEngine'],
  ['ctx.getCurrentSampler().getUrl()', 'ctx.getCurrentSampler.getUrl'],
  ['prev.addSubResult(new Object())', 'prev.addSubResult'],
  ['vars.entrySet().each { log.info(it.key) }', 'vars.entrySet'],
  ['def s = sampler', 'sampler in a place where it is not proven'],
  ['helper(props)', 'props in a place where it is not proven'],
  ['new Settings(props)', 'props in a place where it is not proven'],
  ['import java.util.TreeMap; new TreeMap(props)', 'props in a place where it is not proven'],
  ['import com.acme.Settings; new Settings("" + props)', 'props in a place where it is not proven'],
  ['import com.acme.Settings; new Settings(prev)', 'prev in a place where it is not proven'],
  ['helper(prev)', 'prev in a place where it is not proven'],
  ['this.ctx.getEngine()', 'ctx.getEngine'],
  ['this."ctx"', 'a member whose name is a text'],
  ["getProperty('ctx')", 'getProperty'],
  ["this['ctx'].getEngine()", 'this in a place where it is not proven'],
  ["this.getProperty('ctx').getEngine()", 'this in a place where it is not proven'],
  ["def script = this; script['ctx']", 'this in a place where it is not proven'],
  ["def c = {}; c.owner['ctx'].getEngine()", 'owner in a place where it is not proven'],
  ["[1].each { delegate.getProperty('ctx') }", 'delegate in a place where it is not proven'],
  ["def c = {}; c.getOwner()['ctx']", 'getOwner'],
  ["binding.getVariable('ctx')", 'binding'],
  ["evaluate('ct' + 'x')", 'evaluate'],
  ['"${ctx.engine}"', 'ctx.engine'],
  ['prev.with { setSuccessful(false) }', 'prev.with'],
  ['new Thread({ vars.put("a", "b") }).start()', 'Thread'],
  ['new java.lang.Thread({ vars.put("a", "b") }).start()', 'Thread'],
  ['java.lang.Thread.start({ })', 'Thread'],
  ['import java.lang.Thread as T; new T({ }).start()', 'Thread'],
  [
    'import org.apache.jmeter.util.JMeterUtils as U; U.getJMeterHome()',
    'import org.apache.jmeter.util.JMeterUtils as …',
  ],
  [
    'import static org.apache.jmeter.util.JMeterUtils.*; getJMeterHome()',
    'import static org.apache.jmeter.util.JMeterUtils',
  ],
  ['import org.apache.jmeter.protocol.http.control.Header', 'org.apache.jmeter.protocol.http.control.Header'],
  ['import org.apache.jmeter.threads.*', 'org.apache.jmeter.threads'],
  ['org.apache.jmeter.services.FileServer.getFileServer().closeFiles()', 'FileServer.closeFiles'],
  ['samplers.ctx.getEngine(); samplers.SampleResult.addSubResult(null)', 'ctx.getEngine'],
  ['def server = FileServer.getFileServer()', 'FileServer.'],
  ['org.apache.jmeter.util.JMeterUtils.getJMeterHome()', 'org.apache.jmeter.util.JMeterUtils.getJMeterHome'],
  ["System.setProperty('a', 'b')", 'System.setProperty'],
  ['TimeZone.setDefault(null)', 'setDefault'],
  ['props.each { log.info(it.key) }', 'props.each'],
  ['"open', 'a text that does not end'],
  ['def text = $/ "$" /$; ctx.getEngine()', 'a $ in a text'],
  ['def price = "$€"; ctx.getEngine()', 'a $ in a text'],
];

test('a script that reaches further into JMeter is not proven, and the problem names how', () => {
  for (const [script, problem] of unproven) {
    const found = jvmScriptProblem(script);
    if (problem === 'a text that does not end') {
      assert.notEqual(found, undefined, script);
    } else {
      assert.equal(found, problem, script);
    }
  }
});
