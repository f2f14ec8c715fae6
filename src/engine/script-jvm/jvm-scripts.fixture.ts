import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, group, http, planWith, type TestElement } from '../testing/plan.ts';
import { jsr223 } from '../testing/script-plans.ts';

const pre = (script: string, more = {}) => jsr223('JSR223PreProcessor', 'pre', script, more);
const post = (script: string, more = {}) => jsr223('JSR223PostProcessor', 'post', script, more);
const assertion = (script: string, more = {}) => jsr223('JSR223Assertion', 'check', script, more);
const sampler = (name: string, script: string, more = {}) => jsr223('JSR223Sampler', name, script, more);
const timer = (script: string): TestElement => jsr223('JSR223Timer', 'wait', script);

/** Groovy numbers the scripts that a JVM has compiled, also those of other plans. */
const withoutNumbers = (json: string) => json.replaceAll(/Script\d+\b/g, 'Script');

/** Plans with scripts that only a JVM runs. */
export const jvmCases: DifferentialCase[] = [
  {
    name: 'scripts in a JVM use classes of Java, Groovy and libraries of JMeter',
    plan: planWith(
      {},
      { key: 'secret', text: 'Hello World' },
      group(
        { loops: 2 },
        debug(
          'sign ${signature}',
          pre(
            "import javax.crypto.*; import javax.crypto.spec.*; def mac = Mac.getInstance('HmacSHA512'); mac.init(new SecretKeySpec(vars.get('key').bytes, 'HmacSHA512')); vars.put('signature', mac.doFinal(vars.get('text').bytes).encodeHex().toString())",
          ),
          pre(
            "import java.security.*; def pair = KeyPairGenerator.getInstance('RSA').with { initialize(1024); generateKeyPair() }; vars.put('algorithm', pair.private.algorithm + pair.private.format)",
          ),
          pre("vars.put('xml', new XmlSlurper().parseText('<a><b x=\"1\">t</b></a>').b.@x.text())"),
          pre("vars.put('short', org.apache.commons.lang3.StringUtils.abbreviate(vars.get('text'), 8))"),
          pre(
            "class Pair { int a; int b; int sum() { a + b } }; vars.put('sum', new Pair(a: 1, b: 2).sum() as String)",
          ),
          pre(
            "vars.put('stream', (1..5).stream().map { it * 2 }.collect(java.util.stream.Collectors.toList()).toString())",
          ),
          pre(
            "def f = File.createTempFile('spate', 'x'); f.text = 'in a file'; vars.put('file', f.text); f.delete()",
          ),
        ),
        debug('end ${xml} ${file}'),
      ),
    ),
  },
  {
    name: 'scripts in a JVM read the names of samplers, or leave them alone',
    plan: planWith(
      {},
      { x: 'first' },
      group(
        { loops: 2 },
        debug(
          'not read ${__counter(TRUE)} ${x}',
          pre("vars.put('x', 'set')"),
          post("vars.put('x', 'later')"),
        ),
        debug('read ${x}', pre('log.info(sampler.name + new File("x"))')),
        debug('constant', pre("vars.put('b', sampler.getName() + ctx.currentSampler.name)")),
      ),
    ),
  },
  {
    name: 'objects stay in the JVM, and later scripts of the same user read them',
    plan: planWith(
      {},
      {},
      group(
        { users: 2, loops: 2 },
        debug(
          'first ${count}',
          pre(
            "def list = vars.getObject('list') ?: new LinkedList(); list << 'x'; vars.putObject('list', list); vars.put('count', list.size() as String)",
          ),
        ),
        debug(
          'second ${last}',
          pre("vars.put('last', vars.getObject('list').getLast() + vars.getObject('list').size())"),
        ),
        debug(
          'third',
          post(
            "vars.put('number', '1'); vars.putObject('long', 5L); vars.remove('last'); vars.putObject('count', null)",
          ),
        ),
        debug('fourth ${number} ${long} ${last} ${count}'),
      ),
    ),
    isConcurrent: true,
  },
  {
    name: 'scripts in a JVM that fail: exceptions, errors and stops',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        sampler('throws', "throw new IllegalStateException('no')"),
        sampler('undefined', 'def s = new StringBuilder(); s.append(unknownName)'),
        sampler(
          'method',
          "try { vars.put('e', 5) } catch (MissingMethodException e) { throw new IOException(e.message.readLines()[0]) }",
        ),
        sampler('property', "props.setProperty('e', 5)"),
        sampler('syntax', 'def x = (1'),
        sampler('in code', 'java.nio.file.Files.readAllBytes(java.nio.file.Paths.get("/none/such"))'),
        debug(
          'processors',
          pre("vars.put('a', '1'); throw new java.nio.file.NoSuchFileException('x')"),
          post('1 / 0'),
        ),
        debug('after ${a}'),
      ),
      group(
        {},
        debug('before'),
        debug('stopped', pre("throw new org.apache.jorphan.util.JMeterStopThreadException('enough')")),
        debug('never'),
      ),
      group(
        { loops: 2 },
        debug('error', post("throw new NoClassDefFoundError('gone')")),
        debug('never either'),
      ),
    ),
    isConcurrent: true,
    normalize: withoutNumbers,
  },
  {
    name: 'assertions in a JVM',
    plan: planWith(
      {},
      { text: 'value' },
      group(
        {},
        debug(
          'passes',
          assertion(
            "AssertionResult.setFailure(!java.util.regex.Pattern.compile('v.l').matcher(vars.get('text')).find())",
          ),
        ),
        debug(
          'fails',
          assertion(
            "AssertionResult.setFailure(true); AssertionResult.setFailureMessage('because ' + prev.getResponseCode())",
          ),
        ),
        debug('asserts', assertion("def text = vars.get('text'); assert text == 'other'")),
        debug('throws', assertion("throw new IOException('broken')")),
        debug('stops', assertion("throw new org.apache.jorphan.util.JMeterStopThreadException('enough')")),
        debug('sets', assertion("SampleResult.setSuccessful(false); SampleResult.setResponseMessage('set')")),
        debug(
          'two',
          assertion('AssertionResult.setFailureMessage("")'),
          assertion("AssertionResult.failure = true; AssertionResult.failureMessage = 'second'"),
        ),
        debug('end ${JMeterThread.last_sample_ok}'),
      ),
    ),
  },
  {
    name: 'samples that scripts in a JVM make and change',
    plan: planWith(
      {},
      {},
      group(
        {},
        sampler('value', "new BigDecimal('1.50').toString()"),
        sampler('nothing', 'null'),
        sampler(
          'set',
          "SampleResult.setResponseData('body', 'UTF-8'); SampleResult.setResponseCode('418'); SampleResult.setResponseMessage('tea'); SampleResult.setSuccessful(false); SampleResult.setResponseHeaders('a: b'); SampleResult.setRequestHeaders('c: d'); SampleResult.setDataType('bin'); SampleResult.setContentType('x/y'); SampleResult.setSamplerData('data'); SampleResult.setSampleLabel('renamed')",
        ),
        sampler(
          'bytes',
          'SampleResult.setResponseData([0xc3, 0x28, 0, 255] as byte[]); SampleResult.setDataEncoding == null',
        ),
        debug(
          'changed',
          post(
            "prev.setResponseData('ä€', 'UTF-8'); prev.setResponseCode('299'); prev.sampleLabel = 'new label'",
          ),
          post(
            "vars.put('seen', prev.getResponseDataAsString() + prev.getResponseCode() + prev.sampleLabel)",
          ),
        ),
        debug('ignored', post('prev.setIgnore()')),
        debug('stops', post('prev.setStopThread(true)')),
        debug('never'),
      ),
    ),
  },
  {
    name: 'timers in a JVM, and properties that other users read',
    plan: planWith(
      {},
      {},
      group(
        { loops: 2 },
        timer(
          "props.put('shared', String.valueOf((props.get('shared') ?: '0').toInteger() + 1)); Integer.valueOf('1')",
        ),
        debug('one ${__P(shared,none)}'),
        debug(
          'two ${__P(shared,none)}',
          pre(
            "props.remove('removed'); vars.put('p', String.valueOf(props.get('removed')) + props.get('engine'))",
          ),
        ),
        debug('three ${__setProperty(engine,set,)}${__P(removed,gone)}', timer("'no number'"), timer('null')),
      ),
    ),
    properties: { removed: 'there' },
  },
  {
    name: 'scripts in a JVM read a response',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          { loops: 2 },
          http(
            'page',
            { port, path: '/answer?type=application/json&body=%7B%22a%22%3A%5B1%2C2%5D%7D' },
            post(
              "def json = new groovy.json.JsonSlurper().parse(prev.getResponseData()); vars.put('json', json.toString()); vars.put('facts', [prev.getResponseCode(), prev.getResponseMessage(), prev.isSuccessful(), prev.getContentType(), prev.getDataType(), prev.getHeadersSize(), prev.getBodySizeAsLong(), prev.getBytesAsLong(), prev.getSentBytes(), prev.getUrlAsString(), prev.getRequestHeaders(), prev.getResponseHeaders(), prev.getSamplerData(), prev.getThreadName(), prev.getGroupThreads(), prev.getAllThreads(), ctx.getThreadNum(), ctx.getThreadGroup().getName(), ctx.getThread().getThreadName(), sampler.getName(), ctx.currentSampler.name].toString())",
            ),
          ),
          debug(
            'later',
            pre(
              "vars.put('later', ctx.getPreviousResult().getSampleLabel() + prev.responseDataAsString.size())",
            ),
          ),
        ),
      ),
  },
  {
    name: 'texts of scripts with variables and functions, and how scripts are cached',
    plan: planWith(
      {},
      { name: 'a', n: '3' },
      group(
        { loops: 2 },
        debug(
          'with ${out}',
          pre("vars.put('out', new StringJoiner('${n}').add('a').add('b').toString())"),
          pre("vars.put('cached', new StringJoiner('-').add('${__counter(FALSE,)}').toString())"),
          pre("vars.put('uncached', new StringJoiner('-').add('${__counter(FALSE,)}').toString())", {
            cacheKey: 'false',
          }),
          pre(
            "vars.put('given', new StringJoiner('|').add(Label).add(FileName).add(Parameters).add(args.length as String).toString())",
            {
              parameters: ' one  two ${n} ',
            },
          ),
          pre('', {}),
        ),
      ),
    ),
  },
  {
    name: 'values that make scripts in a JVM fail to compile',
    plan: planWith(
      {},
      { place: '$placeholder$', price: '5 $' },
      group(
        { loops: 2 },
        sampler('placeholder', 'new StringJoiner("${place}").toString()'),
        sampler('not cached', 'def x = 1\nnew StringJoiner("${place}").toString()', { cacheKey: 'false' }),
        sampler('in three quotes', 'log.info("a"); new StringJoiner("""${price}""").toString()'),
        sampler('after them', 'new StringJoiner("-").add("ok").toString()'),
        debug('processed ${joined}', pre('vars.put("joined", new StringJoiner("${place}").toString())')),
      ),
    ),
    normalize: withoutNumbers,
  },
  {
    name: 'scripts in a JVM of many users block at the same time, and each has its own methods and thread',
    plan: planWith(
      {},
      {},
      group(
        { users: 12, loops: 2 },
        debug(
          'blocks ${own}',
          pre("Thread.sleep(50); vars.put('own', Thread.currentThread().getName())"),
          pre("def twice(x) { x * 2 }; assert twice(2) == 4; vars.put('twice', twice('a'))"),
          post(
            "try { twice('b') } catch (MissingMethodException e) { vars.put('none', 'none') }; assert true",
          ),
        ),
      ),
    ),
    isConcurrent: true,
  },
  {
    name: 'static members of classes of JMeter in a JVM',
    plan: planWith(
      {},
      { text: 'v' },
      group(
        { loops: 2 },
        sampler(
          'type',
          "SampleResult.setDataType(org.apache.jmeter.samplers.SampleResult.BINARY); new StringJoiner('-').add(vars.get('text')).toString()",
        ),
        sampler(
          'folder',
          "import org.apache.jmeter.services.FileServer; new File(FileServer.getFileServer().getBaseDir(), 'data.txt').text",
        ),
        sampler('iteration', "new StringJoiner('x').toString() + vars.getIteration()"),
        sampler(
          'stops',
          "if (vars.getIteration() == 2) { throw new org.apache.jorphan.util.JMeterStopTestException('enough') }; new StringJoiner('x').toString()",
        ),
      ),
    ),
    files: { 'data.txt': 'in a file' },
  },
];
