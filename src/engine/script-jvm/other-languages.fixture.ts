import { bsfLanguages, jsr223Languages } from '../../jmx/proven/script-elements.ts';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement } from '../testing/plan.ts';
import { beanShell, beanShellOf, jsr223 } from '../testing/script-plans.ts';

const bsf = (kind: string, name: string, script: string, more = {}): TestElement => ({
  ...element(kind, name, { scriptLanguage: 'javascript', parameters: '', filename: '', script, ...more }),
  guiClass: 'TestBeanGUI',
});

const bean = { scriptLanguage: 'beanshell' };

const encode = `var keys = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
function encode64(input) {
  var output = "", i = 0;
  input = input.replace(/\\r\\n/g, "\\n");
  while (i < input.length) {
    var one = input.charCodeAt(i++), two = input.charCodeAt(i++), three = input.charCodeAt(i++);
    var enc3 = ((two & 15) << 2) | (three >> 6), enc4 = three & 63;
    if (isNaN(two)) { enc3 = enc4 = 64; } else if (isNaN(three)) { enc4 = 64; }
    output = output + this.keys.charAt(one >> 2) + this.keys.charAt(((one & 3) << 4) | (two >> 4)) + this.keys.charAt(enc3) + this.keys.charAt(enc4);
  }
  return output;
}
var both = vars.get("key") + ":" + vars.get("secret");
vars.put("both", both);
vars.put("encoded", encode64(both));`;

/** Scripts in other languages than Groovy, and elements of BSF and BeanShell, in a JVM. */
export const languageCases: DifferentialCase[] = [
  {
    name: 'BSF processors in JavaScript read and change samples and variables',
    plan: ({ port }) =>
      planWith(
        {},
        { key: 'user', secret: 'wörd' },
        group(
          { loops: 2 },
          http(
            'unavailable',
            { port, path: '/status/501' },
            bsf('BSFPreProcessor', 'first', 'vars.put("first", "ran with " + (prev == null))'),
            bsf(
              'BSFPostProcessor',
              'accept',
              ' if (prev.getResponseCode() == "501") { prev.setResponseOK(); }',
            ),
            bsf('BSFPostProcessor', 'encode', encode),
          ),
          http(
            'other ${encoded}',
            { port, path: '/status/404' },
            bsf(
              'BSFPostProcessor',
              'keep',
              ' if (prev.getResponseCode() == "501") { prev.setResponseOK(); }',
            ),
            bsf(
              'BSFPostProcessor',
              'facts',
              'vars.put("facts", prev.getResponseMessage() + prev.isSuccessful() + prev.getTime().constructed + ctx.getThreadNum() + sampler.getName() + prev.responseCode); log.info("x"); OUT.println("y")',
            ),
            bsf(
              'BSFPostProcessor',
              'fails',
              'vars.put("before", "1"); missing.call(); vars.put("after", "2")',
            ),
            bsf('BSFPostProcessor', 'syntax', 'if ('),
            bsf('BSFPostProcessor', 'empty', ''),
            bsf(
              'BSFPostProcessor',
              'given',
              'vars.put("given", Label + Parameters + args.length + args[1])',
              {
                parameters: 'one two ${key}',
              },
            ),
            bsf('BSFPostProcessor', 'count', 'vars.put("count", "${__counter(FALSE,)}")'),
            bsf('BSFPostProcessor', 'number', 'vars.put("number", 5)'),
            bsf(
              'BSFPostProcessor',
              'joined',
              'vars.put("joined", "" + (1 + 2) + 1.5 + [1, 2] + new Date(0).getTime())',
            ),
          ),
          debug('end ${both} ${given}'),
        ),
      ),
  },
  {
    name: 'BSF samplers, timers and assertions in JavaScript',
    plan: planWith(
      {},
      { text: 'value' },
      group(
        { loops: 2 },
        debug('before'),
        bsf('BSFSampler', 'text', '"a" + vars.get("text")'),
        bsf('BSFSampler', 'number', '1 + 2'),
        bsf('BSFSampler', 'empty', '""'),
        bsf('BSFSampler', 'null', 'null'),
        bsf('BSFSampler', 'throws', 'throw "no"'),
        bsf('BSFSampler', 'undefined', 'missing.call()'),
        bsf('BSFSampler', 'java', 'java.lang.Integer.parseInt("x")'),
        bsf(
          'BSFSampler',
          'set',
          'SampleResult.setResponseCode("418"); SampleResult.setSuccessful(false); SampleResult.setResponseMessage("tea"); SampleResult.setDataType("bin"); "body"',
        ),
        debug(
          'timed',
          bsf('BSFTimer', 'five', '"5"'),
          bsf('BSFTimer', 'number', '5'),
          bsf('BSFTimer', 'none', 'null'),
        ),
        debug(
          'passes',
          bsf('BSFAssertion', 'check', 'AssertionResult.setFailure(vars.get("text") != "value")'),
        ),
        debug(
          'fails',
          bsf(
            'BSFAssertion',
            'check',
            'AssertionResult.setFailure(true); AssertionResult.setFailureMessage("because " + SampleResult.getResponseCode())',
          ),
        ),
        debug('broken', bsf('BSFAssertion', 'check', 'missing.call()')),
      ),
    ),
  },
  {
    name: 'BSF elements in BeanShell',
    plan: planWith(
      {},
      { text: 'value' },
      group(
        { loops: 2 },
        debug(
          'processors ${made}',
          bsf(
            'BSFPreProcessor',
            'pre',
            'String t = vars.get("text"); vars.put("made", t + t.length());',
            bean,
          ),
          bsf(
            'BSFPostProcessor',
            'post',
            'if (prev != null) { vars.put("code", prev.getResponseCode() + Label); }',
            bean,
          ),
          bsf('BSFPostProcessor', 'kept', 'if (n == void) n = 0; n++; vars.put("n", "" + n);', bean),
          bsf('BSFPostProcessor', 'fails', 'vars.put("a", "1"); int x = 1 / 0;', bean),
          bsf('BSFPostProcessor', 'syntax', 'vars.put("a"', bean),
        ),
        bsf('BSFSampler', 'value', 'return "v" + (1 + 2);', bean),
        bsf('BSFSampler', 'nothing', 'OUT.println("x");', bean),
        bsf('BSFSampler', 'fails', 'throw new IllegalStateException("no");', bean),
        bsf('BSFSampler', 'undefined', 'missing.call();', bean),
        debug('timed', bsf('BSFTimer', 'wait', 'return 3;', bean)),
        debug(
          'checked',
          bsf(
            'BSFAssertion',
            'check',
            'AssertionResult.setFailure(true); AssertionResult.setFailureMessage("m");',
            bean,
          ),
        ),
      ),
    ),
  },
  {
    name: 'languages of JSR223 by all of their names',
    plan: planWith(
      {},
      {},
      group(
        { users: 2, loops: 2 },
        ...(
          [
            'JSR223Sampler',
            'JSR223PreProcessor',
            'JSR223PostProcessor',
            'JSR223Timer',
            'JSR223Assertion',
          ] as const
        ).flatMap((kind) =>
          Object.keys(jsr223Languages).map((scriptLanguage) => {
            const script = jsr223(
              kind,
              `in ${scriptLanguage}`,
              `vars.put("${kind}", "${scriptLanguage}" + 1); "5"`,
              {
                scriptLanguage,
              },
            );
            return kind === 'JSR223Sampler' ? script : debug(`${kind} ${scriptLanguage}`, script);
          }),
        ),
        ...(['BSFPreProcessor', 'BSFPostProcessor', 'BSFTimer', 'BSFAssertion'] as const).flatMap((kind) =>
          Object.keys(bsfLanguages).map((scriptLanguage) =>
            debug(
              kind,
              bsf(kind, scriptLanguage, `vars.put("${kind}", "${scriptLanguage}" + 1);`, { scriptLanguage }),
            ),
          ),
        ),
      ),
    ),
    isConcurrent: true,
  },
  {
    name: 'JSR223 elements in BeanShell',
    plan: planWith(
      {},
      { before: '3', after: '2', n: '7' },
      group(
        { users: 3, loops: 2 },
        debug(
          'assertion',
          jsr223(
            'JSR223Assertion',
            'check',
            'String b = vars.get("before"); int before = Integer.parseInt(b); int after = Integer.parseInt(vars.get("after")); Failure = false; if (before >= after) { AssertionResult.setFailure(true); AssertionResult.setFailureMessage("not created"); }',
            { scriptLanguage: 'java' },
          ),
          jsr223('JSR223Assertion', 'broken', 'Assertion.setFailureMessage("x");', {
            scriptLanguage: 'java',
          }),
        ),
        debug(
          'post',
          jsr223(
            'JSR223PostProcessor',
            'kept',
            'if (kept == void) kept = 0; kept++; vars.put("kept", "" + kept);',
            {
              scriptLanguage: 'beanshell',
            },
          ),
          jsr223(
            'JSR223PostProcessor',
            'strict',
            'setStrictJava(true); String s = "s"; log.info(s); vars.put("s", s);',
            {
              scriptLanguage: 'bsh',
            },
          ),
          jsr223('JSR223PostProcessor', 'loose', 'x = 5; vars.put("x", "" + x + ${n});', {
            scriptLanguage: 'java',
          }),
          jsr223('JSR223PostProcessor', 'given', 'vars.put("given", Label + Parameters + args.length);', {
            scriptLanguage: 'java',
            parameters: 'a b',
          }),
        ),
        jsr223(
          'JSR223Sampler',
          'value',
          'return new java.util.ArrayList(Arrays.asList(new String[] {"a", "b"}));',
          {
            scriptLanguage: 'java',
          },
        ),
        jsr223('JSR223Sampler', 'command', 'p = Runtime.getRuntime().exec("true"); return p.waitFor();', {
          scriptLanguage: 'java',
        }),
        jsr223('JSR223Sampler', 'throws', 'throw new IllegalStateException("no");', {
          scriptLanguage: 'java',
        }),
        jsr223('JSR223Sampler', 'import', 'import com.none.Such; new Such();', { scriptLanguage: 'java' }),
        jsr223('JSR223Sampler', 'file', 'new java.io.FileReader("/none/such");', { scriptLanguage: 'java' }),
        jsr223('JSR223Sampler', 'syntax', 'int x = (1', { scriptLanguage: 'java' }),
        jsr223(
          'JSR223Sampler',
          'stops',
          'throw new org.apache.jorphan.util.JMeterStopThreadException("enough");',
          {
            scriptLanguage: 'java',
          },
        ),
      ),
    ),
    isConcurrent: true,
  },
  {
    name: 'BeanShell elements outside of the subset',
    plan: ({ port }) =>
      planWith(
        {},
        { text: 'Hello' },
        group(
          { loops: 2 },
          http(
            'page ${read}',
            { port, path: '/answer?type=text/plain&body=one%0Atwo' },
            beanShell(
              'BeanShellPreProcessor',
              'file',
              'import java.io.*; File f = File.createTempFile("spate", "x"); FileWriter w = new FileWriter(f); w.write("line"); w.close(); BufferedReader in = new BufferedReader(new FileReader(f)); vars.put("read", in.readLine()); in.close(); f.delete();',
            ),
            beanShell(
              'BeanShellPostProcessor',
              'data',
              'java.io.BufferedReader r = new java.io.BufferedReader(new java.io.InputStreamReader(new java.io.ByteArrayInputStream(data))); r.readLine(); vars.put("second", r.readLine());',
            ),
            beanShell(
              'BeanShellPostProcessor',
              'kept',
              'if (count == void) count = new java.util.concurrent.atomic.AtomicLong(); vars.put("count", "" + count.incrementAndGet());',
            ),
            beanShell(
              'BeanShellPostProcessor',
              'reset',
              'if (count == void) count = new java.util.concurrent.atomic.AtomicLong(); vars.put("reset", "" + count.incrementAndGet());',
              { resetInterpreter: true },
            ),
            beanShell(
              'BeanShellPostProcessor',
              'class',
              'class Pair { int a; int b; int sum() { return a + b; } } Pair p = new Pair(); p.a = 1; p.b = 2; vars.put("sum", "" + p.sum());',
            ),
            beanShell(
              'BeanShellPostProcessor',
              'fails',
              'vars.put("early", "1"); new java.io.FileReader("/none/such");',
            ),
            beanShellOf(
              'BeanShellAssertion',
              'response',
              'if (!java.util.regex.Pattern.compile("tw.").matcher(new String(ResponseData)).find() || !ResponseCode.equals("200")) { Failure = true; FailureMessage = "none"; }',
            ),
            beanShellOf(
              'BeanShellAssertion',
              'failing',
              'StringBuilder b = new java.lang.StringBuilder(Response.getResponseMessage()); Failure = true; FailureMessage = b.toString() + SampleResult.getResponseCode() + SampleLabel + Successful;',
            ),
            beanShellOf('BeanShellAssertion', 'broken', 'new java.io.FileReader("/none/such");'),
          ),
          beanShellOf('BeanShellSampler', 'paths', 'return java.nio.file.Paths.get("a", "b").toString();'),
          beanShellOf(
            'BeanShellSampler',
            'set',
            'ResponseCode = "418"; ResponseMessage = java.nio.file.Paths.get("x").toString(); IsSuccess = false; SampleResult.setResponseData("body", "UTF-8");',
          ),
          beanShellOf('BeanShellSampler', 'fails', 'new java.io.FileReader("/none/such");'),
          beanShellOf(
            'BeanShellSampler',
            'given',
            'return java.nio.file.Paths.get(Parameters, bsh.args[1]) + Label;',
            {
              parameters: 'one two',
            },
          ),
          beanShellOf('BeanShellSampler', 'syntax', 'int x = (1'),
          debug(
            'timed',
            beanShell('BeanShellTimer', 'wait', 'return java.time.Duration.ofMillis(4).toMillis();'),
          ),
        ),
      ),
  },
  {
    name: 'scripts in all languages share objects and properties in a JVM',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        debug('start'),
        debug(
          'shared ${size} ${p}',
          jsr223(
            'JSR223PreProcessor',
            'groovy',
            "vars.putObject('list', new LinkedList(['a'])); props.put('list', new StringBuilder('b'))",
          ),
          beanShell(
            'BeanShellPreProcessor',
            'bean',
            'vars.getObject("list").add("b"); props.get("list").append("c");',
          ),
          bsf(
            'BSFPreProcessor',
            'bsf',
            'vars.getObject("list").add("c"); vars.put("size", "" + vars.getObject("list").size())',
          ),
          jsr223('JSR223PreProcessor', 'java', 'vars.put("p", props.get("list").toString());', {
            scriptLanguage: 'java',
          }),
        ),
      ),
    ),
  },
];
