import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  headers,
  http,
  httpArguments,
  loop,
  planWith,
  withXml,
} from '../testing/plan.ts';
import { beanShell, jsr223 } from '../testing/script-plans.ts';

const pre = (script: string) => jsr223('JSR223PreProcessor', 'pre', script);
const post = (script: string) => jsr223('JSR223PostProcessor', 'post', script);

/** Applies a script to the first of three iterations only. */
const once = (script: string) => pre(`if (vars.getIteration() == 1) { ${script} }`);

const params = [
  { name: 'a', value: '1' },
  { name: 'b', value: 'x ${n}', isEncoded: true },
];

const defaults = (port: number, args: { name: string; value: string }[]) =>
  withXml(
    {
      ...element('ConfigTestElement', 'defaults', {
        'HTTPSampler.domain': '127.0.0.1',
        'HTTPSampler.port': port,
        'HTTPSampler.path': '/ok/default',
      }),
      guiClass: 'HttpDefaultsGui',
    },
    httpArguments(args),
  );

const headerImport = 'import org.apache.jmeter.protocol.http.control.Header;';
const newHeader = 'new org.apache.jmeter.protocol.http.control.Header';

/** Three iterations of HTTP Requests with scripts. */
const iterations = (
  name: string,
  children: (port: number) => Parameters<typeof group>[1][],
): DifferentialCase => ({
  name,
  plan: ({ port }) => planWith({}, { n: '7', host: '127.0.0.1' }, group({ loops: 3 }, ...children(port))),
});

export const cases: DifferentialCase[] = [
  iterations('a script changes path, method and body for one sample', (port) => [
    http('path', { port, path: '/ok/plan' }, once("sampler.setPath('/ok/script')")),
    http(
      'variable path',
      { port, path: '/ok/${n}' },
      once("sampler.setPath('/ok/script'); vars.put('n', '8')"),
    ),
    http('path by property', { port, path: '/ok/${n}' }, once("sampler.path = '/ok/by property'")),
    http('query', { port, path: '/ok/q', params }, once("sampler.setPath('/ok/q?c=3&d=%20x&e&=f&&g=a%2Bb')")),
    http('query of POST', { port, path: '/ok/q', method: 'POST' }, once("sampler.setPath('/ok/q?c=3')")),
    http(
      'whole URL',
      { port, path: '/ok' },
      once(`sampler.setPath('http://localhost:${port}/ok/whole?a=1')`),
    ),
    http('method', { port, path: '/ok', params }, once("sampler.setMethod('POST')")),
    http('method back', { port, path: '/ok', method: 'POST', params }, once("sampler.method = 'GET'")),
    http('domain', { port, path: '/ok' }, once("sampler.setDomain('localhost')")),
    http('port', { port: 9, path: '/ok' }, pre(`sampler.setPort(${port}); sampler.setProtocol('HTTP')`)),
    http(
      'raw',
      { port, path: '/ok', method: 'POST', params },
      once('sampler.setPostBodyRaw(true)'),
      post('vars.put("raw", "" + sampler.getPostBodyRaw())'),
    ),
    http(
      'charset',
      { port, path: '/ok', method: 'POST', params: [{ name: '', value: 'é' }] },
      once("sampler.setContentEncoding('ISO-8859-1')"),
    ),
    debug('end'),
  ]),
  iterations('changes after the sample are undone too', (port) => [
    http(
      'after',
      { port, path: '/ok/plan', params },
      pre("vars.put('before', sampler.path + ' ' + sampler.arguments.getArgument(0).value)"),
      post("sampler.setPath('/ok/late'); sampler.getArguments().getArgument(0).setValue('late')"),
      jsr223('JSR223Assertion', 'check', "vars.put('seen', sampler.path); sampler.path = '/ok/later'"),
      jsr223('JSR223Listener', 'listen', "vars.put('heard', sampler.path); sampler.path = '/ok/last'"),
    ),
    http('timer', { port, path: '/ok' }, jsr223('JSR223Timer', 'wait', "sampler.path = '/ok/timer'; 0")),
    http('ctx', { port, path: '/ok' }, once("ctx.getCurrentSampler().setPath('/ok/ctx')")),
    http(
      'bean',
      { port, path: '/ok' },
      beanShell(
        'BeanShellPreProcessor',
        'bean',
        'sampler.setPath("/ok/bean"); sampler.addArgument("a", "b c");',
      ),
    ),
    debug('end'),
  ]),
  iterations('a script reads a request', (port) => [
    http(
      'reads',
      { port, path: '/ok/a b?x=${n}', params },
      pre(`
        vars.put('r1', sampler.getProtocol() + ' ' + sampler.domain + ' ' + sampler.getPath() + ' ' + sampler.method)
        vars.put('r2', sampler.getUrl().toString().replace('${port}', 'p'))
        vars.put('r3', sampler.url.host + ' ' + sampler.url.path + ' ' + sampler.url.query + ' ' + sampler.url.file)
        vars.put('r4', sampler.url.protocol + (sampler.url.port > 0))
        def args = sampler.getArguments()
        vars.put('r5', args.getArgumentCount() + args.getArgument(1).getName() + args.getArgument(1).getValue())
        vars.put('r6', '' + args.getArgument(2) + sampler.getHeaderManager())
        vars.put('r7', "\${sampler.url.toExternalForm().length() - '${port}'.length()}")
      `),
    ),
    http(
      'body',
      { port, path: '/ok', method: 'POST', params: [{ name: '', value: '{"id": "${n}"}' }] },
      pre(`
        import javax.crypto.Mac
        import javax.crypto.spec.SecretKeySpec
        def body = sampler.getArguments().getArgument(0).getValue()
        Mac mac = Mac.getInstance('HmacSHA256')
        mac.init(new SecretKeySpec('key'.getBytes('UTF-8'), 'HmacSHA256'))
        vars.put('signature', mac.doFinal(body.getBytes('UTF-8')).encodeHex().toString())
      `),
      headers(['X-Signature', '${signature}']),
    ),
    debug('none', pre("try { vars.put('url', '' + sampler.name) } catch (e) { vars.put('url', 'failed') }")),
    debug('end'),
  ]),
  iterations('a script reads the URL and the sub-results of a sample', (port) => [
    http(
      'redirected',
      { port, path: '/redirect/302?to=/ok' },
      post(
        `
        vars.put('s1', prev.getSubResults().length + ' ' + prev.subResults.size())
        vars.put('s2', prev.getSubResults().collect { it.responseCode + it.sampleLabel }.join(' '))
        vars.put('s3', '' + prev.getSubResults()[0].getResponseHeaders().contains('Location') + ' ' + prev.subResults[1].responseDataAsString)
        vars.put('s4', prev.getURL().getPath() + prev.getURL().host + prev.subResults[0].URL.query)
        vars.put('s5', prev.getURL().toString() - '\${port}')
        for (sub in prev.getSubResults()) { vars.put('s6', sub.getSampleLabel() + sub.isSuccessful()) }
        prev.getSubResults()[1].setSampleLabel('renamed')
      `.replaceAll('${port}', String(port)),
      ),
    ),
    http(
      'none',
      { port, path: '/ok' },
      post("vars.put('n', prev.subResults.length + prev.URL.file + prev.getURL().getProtocol())"),
    ),
    debug('no URL', post("vars.put('n', '' + prev.getURL())")),
    debug('end'),
  ]),
  iterations('a script changes arguments', (port) => [
    http('add', { port, path: '/ok', params }, once("sampler.addArgument('c d', 'e&f')")),
    http('add in each', { port, path: '/ok', params }, pre('sampler.addArgument("c", vars.get("n"))')),
    http('separator', { port, path: '/ok', params }, once("sampler.addArgument('c', 'd', '')")),
    http(
      'body',
      { port, path: '/ok', method: 'POST' },
      pre(
        `sampler.addNonEncodedArgument('', '{"n": "' + vars.get('n') + ' é"}', ''); sampler.setPostBodyRaw(true)`,
      ),
    ),
    http(
      'form',
      { port, path: '/ok', method: 'POST', params },
      pre("sampler.addNonEncodedArgument('c', 'd%20e', '=')"),
    ),
    http(
      'value',
      { port, path: '/ok', params },
      once(`
        def all = sampler.getArguments()
        all.getArgument(0).setValue('set')
        all.getArgument(1).value = 'too'
        vars.put('values', all.getArgument(0).value + sampler.arguments.getArgument(1).value)
      `),
    ),
    http('remove all', { port, path: '/ok', params }, once('sampler.getArguments().removeAllArguments()')),
    http('remove', { port, path: '/ok', params }, once("sampler.getArguments().removeArgument('b')")),
    http(
      'replace',
      { port, path: '/ok', method: 'PUT', params },
      pre(
        "sampler.arguments.removeAllArguments(); sampler.addNonEncodedArgument('', 'b' + vars.getIteration(), '')",
      ),
    ),
    debug('end'),
  ]),
  iterations('scripts and the arguments of request defaults', (port) => [
    defaults(port, [
      { name: 'd', value: '${n}' },
      { name: 'e', value: '2' },
    ]),
    loop(
      'twice',
      2,
      withXml(
        element('HTTPSamplerProxy', 'defaults', { 'HTTPSampler.method': 'GET' }, [
          once("sampler.addArgument('c', '3'); sampler.setDomain('localhost')"),
        ]),
        httpArguments([{ name: 'own', value: '1' }]),
      ),
      withXml(
        element('HTTPSamplerProxy', 'removed', { 'HTTPSampler.method': 'GET' }, [
          once('sampler.getArguments().removeAllArguments()'),
        ]),
        httpArguments([{ name: 'own', value: '1' }]),
      ),
      withXml(element('HTTPSamplerProxy', 'unchanged', { 'HTTPSampler.method': 'GET' }), httpArguments([])),
    ),
    debug('end'),
  ]),
  iterations('headers that a script adds or removes stay in their manager', (port) => [
    loop(
      'outer',
      1,
      headers(['X-Plan', '${n}'], ['X-Gone', 'here']),
      http(
        'add',
        { port, path: '/ok' },
        pre(
          `${headerImport} sampler.getHeaderManager().add(new Header('X-Script', 'i' + vars.getIteration()))`,
        ),
      ),
      http('same manager', { port, path: '/ok' }),
      http('remove', { port, path: '/ok' }, once("sampler.getHeaderManager().removeHeaderNamed('x-gone')")),
      http(
        'replace',
        { port, path: '/ok' },
        pre(`${headerImport}
          def manager = sampler.getHeaderManager()
          manager.removeHeaderNamed('X-Plan')
          manager.add(new Header('X-Plan', "\${vars.get('n')}-\${manager.size()}"))
          vars.put('header', manager.getFirstHeaderNamed('x-plan').getValue() + manager.get(0).name)
          vars.put('none', '' + manager.getFirstHeaderNamed('x-gone'))
        `),
      ),
      http(
        'after the sample',
        { port, path: '/ok' },
        post(`${headerImport} sampler.headerManager.add(new Header('X-Late', vars.get('n')))`),
      ),
      http('redirected', { port, path: '/redirect/302?to=/ok' }),
    ),
    debug('end'),
  ]),
  iterations('headers of merged managers are merged again for each sample', (port) => [
    headers(['X-Outer', 'outer'], ['X-Both', 'outer']),
    http(
      'two managers',
      { port, path: '/ok' },
      headers(['X-Both', 'inner']),
      once(`
        sampler.getHeaderManager().add(${newHeader}('X-Script', 'one sample'))
        sampler.getHeaderManager().removeHeaderNamed('X-Outer')
        vars.put('merged', '' + sampler.headerManager.size())
      `),
    ),
    http(
      'outer only',
      { port, path: '/ok' },
      once(`sampler.headerManager.add(${newHeader}('X-Both', 'again'))`),
    ),
    debug('end'),
  ]),
];
