import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, loop, planWith, type TestElement, variables } from '../testing/plan.ts';
import { beanShell, jsr223 } from '../testing/script-plans.ts';

/** A sample whose elements run scripts. */
const around = (name: string, ...children: TestElement[]) => debug(name, ...children);
const pre = (script: string, more = {}) => jsr223('JSR223PreProcessor', 'pre', script, more);
const post = (script: string, more = {}) => jsr223('JSR223PostProcessor', 'post', script, more);
const sampler = (name: string, script: string, more = {}) => jsr223('JSR223Sampler', name, script, more);
const assertion = (script: string, more = {}) => jsr223('JSR223Assertion', 'check', script, more);
const own = { n: '7', text: 'Hello World', word: 'value', empty: '' };

export const cases: DifferentialCase[] = [
  {
    name: 'JSR223 pre- and post-processors set variables that later samples show',
    plan: planWith(
      {},
      own,
      group(
        { loops: 2 },
        around(
          'pre ${a} ${b} ${c}',
          pre(
            "vars.put('a', (vars.get('n').toInteger() + 1).toString()); vars.put('b', \"g${vars.get('text').size()}\")",
          ),
          pre("vars['c'] = 'x'"),
          pre("vars.put('c', vars['text'] + vars.n)"),
          pre("vars.put('d', vars.get('none') == null ? 'null' : 'set')"),
          pre("vars.put('e', 5); vars.put('never', 'x')"),
          pre("throw new IllegalStateException('stops here')"),
          pre("vars.put('f', 'before'); def y = undefinedName; vars.put('f', 'after')"),
          pre('${n} + 1'),
          pre("vars.put('substituted', '${word}' + ${n})"),
          pre("vars.put('uncached', '${__counter(FALSE,)}')", { cacheKey: 'false' }),
          pre("vars.put('cached', '${__counter(FALSE,)}')"),
          pre(
            "vars.put('given', Label + '|' + FileName + '|' + Parameters + '|' + args.length + '|' + args.join('+'))",
            {
              parameters: ' one  two ${n} ',
            },
          ),
          pre("vars.put('noParameters', Parameters + args.length)"),
          pre("vars.remove('word'); vars.put('gone', String.valueOf(vars.get('word')))"),
          pre(
            "vars.putObject('list', [1, 2, 3]); vars.put('ofObject', vars.getObject('list').sum().toString()); vars.remove('list')",
          ),
          pre(
            "vars.put('thread', ctx.getThreadNum() + ctx.threadGroup.name + ctx.thread.threadName + Thread.currentThread().name)",
          ),
          pre("vars.put('sampler', sampler.name + ctx.currentSampler.getName())"),
          pre("vars.put('prev', String.valueOf(prev == null))"),
          pre(
            "props.put('own.a', 'p1'); props.setProperty('own.b', 'p2'); vars.put('p', props.get('own.a') + props.getProperty('own.b') + props.get('my.host') + props.getProperty('none', 'dflt') + props['own.a'])",
          ),
          post(
            "vars.put('after', prev.getSampleLabel() + prev.responseCode + prev.isSuccessful() + prev.getResponseDataAsString().length())",
          ),
          post("prev.setResponseMessage('changed ' + prev.responseMessage); prev.sampleLabel = 'renamed'"),
          post(
            'log.info("text {} {}", 1, [a: 2]); log.warn("x"); log.error("y"); OUT.println("z"); println "z"',
          ),
          pre('', { scriptLanguage: '' }),
          pre("vars.put('g', 'G')", { scriptLanguage: 'Groovy' }),
          post("vars.put('language', 'none')", { scriptLanguage: '' }),
          post("vars.put('language2', 'Groovy')", { scriptLanguage: 'Groovy' }),
          post('${__setProperty(own.c,3,)}'),
          post("vars.put('p3', props.get('own.c'))"),
        ),
        debug('end ${after} ${f}'),
      ),
    ),
    properties: { 'my.host': 'example.com' },
  },
  {
    name: 'JSR223 Sampler: results of every kind',
    plan: planWith(
      {},
      own,
      group(
        {},
        sampler('text', "'a' + ${n}"),
        sampler('null', 'null'),
        sampler('void', "vars.put('x', '1')"),
        sampler('map', '[a: 1, b: [c: 2], d: [1, 2]]'),
        sampler('list', "[1, 'b', [c: 3]]"),
        sampler('number', '10 / 4'),
        sampler('data set', "SampleResult.setResponseData('own data', 'UTF-8'); 'not shown'"),
        sampler('data of bytes', "SampleResult.setResponseData('bytes é'.getBytes('UTF-8'))"),
        sampler('all set', "SampleResult.setSampleLabel('own label')"),
        sampler(
          'code',
          "SampleResult.setResponseCode('418'); SampleResult.setResponseMessage('teapot'); SampleResult.setSuccessful(false); return 'x'",
        ),
        sampler('ok', 'SampleResult.setSuccessful(false); SampleResult.setResponseOK()'),
        sampler(
          'headers',
          "SampleResult.setRequestHeaders('a: b'); SampleResult.setResponseHeaders('c: d'); SampleResult.setSamplerData('sent'); SampleResult.contentType = 'text/plain'; SampleResult.setDataType('bin')",
        ),
        sampler('ignored', 'SampleResult.setIgnore()'),
        sampler('failing', "throw new Exception('it failed')"),
        sampler('number format', "'x'.toInteger()"),
        sampler('null pointer', "vars.get('none').length()"),
        sampler('empty', ''),
        sampler('language', '1', { scriptLanguage: '' }),
        sampler('Language', '2', { scriptLanguage: 'Groovy', cacheKey: '' }),
        sampler('caught', 'try { 1 / 0 } catch (ArithmeticException e) { e.message }'),
        sampler('previous', 'prev.sampleLabel + prev.getResponseDataAsString() + prev.dataType'),
        sampler('stopping', "SampleResult.setStopThread(true); 'last'"),
        debug('never'),
      ),
    ),
  },
  {
    name: 'JSR223 Assertion: failures, messages and errors',
    plan: planWith(
      {},
      own,
      group(
        {},
        around('passes', assertion('1')),
        around(
          'fails',
          assertion(
            "AssertionResult.setFailure(true); AssertionResult.setFailureMessage('wrong ' + SampleResult.getResponseCode())",
          ),
        ),
        around(
          'by property',
          assertion(
            'AssertionResult.failure = true; AssertionResult.failureMessage = "in ${AssertionResult.name}"',
          ),
        ),
        around('error is reset', assertion('AssertionResult.setError(true)')),
        around('exception', assertion("throw new RuntimeException('broken')")),
        around('empty', assertion('')),
        around(
          'no language',
          assertion('AssertionResult.failure = SampleResult.successful', { scriptLanguage: '' }),
        ),
        around(
          'Groovy',
          assertion("AssertionResult.failureMessage = ''; AssertionResult.failure = prev.successful", {
            scriptLanguage: 'Groovy',
          }),
        ),
        around(
          'sample changed',
          assertion("SampleResult.setSuccessful(false); SampleResult.setResponseMessage('by script')"),
        ),
      ),
    ),
  },
  {
    name: 'JSR223 Listener and Timer',
    plan: planWith(
      {},
      own,
      group(
        {},
        around(
          'heard',
          jsr223(
            'JSR223Listener',
            'hear',
            "vars.put('heard', sampleResult.sampleLabel + sampleEvent.result.responseCode + prev.sampleLabel)",
          ),
        ),
        debug('${heard}'),
        around(
          'language',
          jsr223('JSR223Listener', 'hear', "vars.put('heard', 'none')", { scriptLanguage: '' }),
        ),
        around(
          'Language',
          jsr223('JSR223Listener', 'hear', "vars.put('heard', 'Groovy'); throw new Exception('x')", {
            scriptLanguage: 'Groovy',
          }),
        ),
        around('waits', jsr223('JSR223Timer', 'wait', "vars.put('timer', 'a'); 5")),
        around('waits a text', jsr223('JSR223Timer', 'wait', "'3'", { scriptLanguage: '' })),
        around('no number', jsr223('JSR223Timer', 'wait', "'x'", { scriptLanguage: 'Groovy' })),
        around('nothing', jsr223('JSR223Timer', 'wait', "vars.put('timer', 'b')")),
        around('fails', jsr223('JSR223Timer', 'wait', "throw new Exception('x')")),
        debug('end'),
      ),
    ),
  },
  {
    name: 'JSR223 elements around HTTP requests: responses, headers and JSON',
    plan: (target) =>
      planWith(
        {},
        own,
        group(
          { loops: 2 },
          http(
            'post ${id}',
            {
              port: target.port,
              path: '/echo?q=${q}',
              method: 'POST',
              params: [{ name: '', value: '{"a":{"id":${n},"tags":["x","y"]}}' }],
            },
            pre(
              "vars.put('q', java.net.URLEncoder.encode('a b&c', 'UTF-8')); vars.put('n', (vars.get('n') as int) + 1 + '')",
            ),
            post(
              "vars.put('code', prev.getResponseCode() + ' ' + prev.responseMessage + ' ' + prev.responseHeaders.contains('Content-Length') + ' ' + prev.getUrlAsString().endsWith('c'))",
            ),
            post(
              "def found = prev.responseDataAsString =~ /\"id\":(\\d+)/; vars.put('id', found ? found[0][1] : 'none')",
            ),
            post(
              "import groovy.json.*; def json = new JsonSlurper().parseText('{\"a\":[{\"id\":1},{\"id\":2}]}'); vars.put('ids', json.a*.id.join(',')); vars.put('json', JsonOutput.toJson([ids: json.a.id, n: vars.get('n')]))",
            ),
            post(
              "vars.put('bytes', prev.getResponseData().length + ' ' + prev.bytesAsLong + ' ' + prev.bodySizeAsLong + ' ' + prev.headersSize + ' ' + prev.sentBytes)",
            ),
            assertion(
              "if (!prev.getResponseDataAsString().contains('nothing')) { AssertionResult.setFailure(true); AssertionResult.setFailureMessage('not there') }",
            ),
          ),
          debug('${code} ${id} ${ids} ${json} ${bytes}'),
        ),
      ),
  },
  {
    name: 'scripts that stop the thread, and those of several users',
    plan: planWith(
      {},
      own,
      group(
        { name: 'Stops' },
        around('kept'),
        around('gone', pre("throw new org.apache.jorphan.util.JMeterStopThreadException('enough')")),
        debug('never'),
      ),
      group(
        { name: 'Several', users: 3, loops: 2 },
        sampler(
          'user',
          "def count = vars.getObject('count') ?: 0; vars.putObject('count', count + 1); \"${ctx.threadNum} $count ${n}\"",
        ),
        loop(
          'loop',
          2,
          sampler(
            'in loop',
            "vars.put('i', ((vars.get('i') ?: '0').toInteger() + 1).toString()); vars.get('i')",
          ),
        ),
      ),
    ),
    isConcurrent: true,
  },
  {
    name: '__groovy: values, variables and errors',
    plan: planWith(
      {},
      { ...own, early: '${__groovy(1 + 1)}' },
      variables({ later: '${__groovy(vars.get("n").toInteger() * 2)}' }),
      group(
        { loops: 2 },
        ...[
          '${__groovy(1 + 1)}',
          '${__groovy(vars.get("n"))}',
          '${__groovy(vars.get("n").toInteger() * 3,product)} ${product}',
          '${__groovy("${n}".padLeft(3\\,"0"))}',
          '${__groovy([1\\,2\\,3].sum(),)}',
          '${__groovy(null)}|',
          '${__groovy(1/0,kept)}${kept}|',
          '${__groovy(threadName)}',
          '${__groovy(ctx.threadNum)}',
          '${__groovy(props.get("my.host"))}',
          '${__groovy(log.info("x"))}',
          '${__groovy("${text}".split(" ")[1].toLowerCase())} ${early} ${later}',
          '${__groovy(prev?.getResponseCode())}',
          '${__groovy((0L).toString())}',
          '${__groovy(vars.get("none").length())}|',
          '${__groovy("${n}" == "7" && ${n} > 5)}',
        ].map((text) => debug(text)),
        element(
          'IfController',
          'if',
          {
            'IfController.condition': '${__groovy(vars.get("n") == "7")}',
            'IfController.useExpression': true,
            'IfController.evaluateAll': false,
          },
          [debug('in if')],
        ),
      ),
    ),
    properties: { 'my.host': 'example.com' },
  },
  {
    name: 'scripts read the number of the iteration',
    plan: planWith(
      {},
      {},
      group(
        { users: 2, loops: 3 },
        loop(
          'inner',
          2,
          debug(
            '${__groovy(vars.getIteration() * 2)} ${i} ${b}',
            pre("vars.put('i', 'i' + vars.getIteration())"),
            beanShell('BeanShellPreProcessor', 'bean', 'vars.put("b", "b" + (vars.getIteration() + 1));'),
          ),
        ),
        debug('later', post("vars.put('later', 'l' + vars.getIteration())")),
      ),
    ),
    isConcurrent: true,
  },
  {
    name: 'a script that sets a property to a variable without a value fails there',
    plan: planWith(
      {},
      {},
      group(
        {},
        debug(
          'before ${a} ${b}',
          pre("vars.put('a', '1'); props.put('own.token', vars.get('none')); vars.put('a', '2')"),
          beanShell(
            'BeanShellPreProcessor',
            'bean',
            'vars.put("b", "1"); props.put("own.token", vars.get("none")); vars.put("b", "2");',
          ),
        ),
        sampler('fails', "props.put('own.token', vars.get('none'))"),
        debug('${__P(own.token,unset)}'),
      ),
    ),
  },
];
