import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, planWith, simple, type TestElement, type Value } from '../testing/plan.ts';

const tcp = (name: string, port: Value, request: string, more: Record<string, Value> = {}): TestElement =>
  element('TCPSampler', name, {
    'TCPSampler.server': '127.0.0.1',
    'TCPSampler.port': port,
    'TCPSampler.request': request,
    'TCPSampler.reUseConnection': true,
    'TCPSampler.nodelay': false,
    'TCPSampler.timeout': '',
    ...more,
  });
const line = { 'TCPSampler.EolByte': '10' };
const kinds = 'org.apache.jmeter.protocol.tcp.sampler.';
const hex = (text: string) => Buffer.from(text).toString('hex');

/** Both engines ask the same target, at a port that is another each time. */
const asks = (name: string, make: (port: number) => TestElement[], values = {}): DifferentialCase => ({
  name: `TCPSampler: ${name}`,
  plan: ({ tcpPort }) => planWith({}, values, group({ loops: 2 }, ...make(tcpPort))),
  normalize: (text) => text.replace(/Port: \d+/g, 'Port: (port)'),
});

const config = (guiClass: string, properties: Record<string, Value>): TestElement => ({
  ...element('ConfigTestElement', 'Config', properties),
  guiClass,
});

export const cases: DifferentialCase[] = [
  asks('takes from its configs what it leaves empty, from the inside out', (port) => [
    config('TCPConfigGui', {
      'TCPSampler.server': '127.0.0.1',
      'TCPSampler.port': port,
      'TCPSampler.request': 'line:of the config',
      'TCPSampler.EolByte': '10',
      'TCPSampler.reUseConnection': false,
      'TCPSampler.nodelay': true,
      'TCPSampler.timeout': '2000',
      'TCPSampler.classname': 'TCPClientImpl',
    }),
    config('HttpDefaultsGui', { 'TCPSampler.request': 'line:of no config' }),
    element('TCPSampler', 'all', {}),
    element('TCPSampler', 'most', {
      'TCPSampler.request': 'line:its own',
      'TCPSampler.reUseConnection': true,
      'TCPSampler.closeConnection': false,
      'TCPSampler.server': '',
    }),
    element('TCPSampler', 'inner first', { 'TCPSampler.reUseConnection': true }, [
      config('TCPConfigGui', { 'TCPSampler.request': 'line:inner' }),
      config('LoginConfigGui', {
        'ConfigTestElement.username': 'ada',
        'ConfigTestElement.password': 'secret',
      }),
    ]),
    element('TCPSampler', 'same login', {
      'TCPSampler.reUseConnection': true,
      'ConfigTestElement.username': 'ada',
      'ConfigTestElement.password': 'secret',
    }),
    tcp('own', port, 'line:own'),
  ]),
  asks(
    'reads to the byte that ends a line, on one connection',
    (port) => [
      tcp('line', port, 'line:hello', line),
      tcp('again', port, 'line:${who}é\n', { ...line, 'TCPSampler.classname': 'TCPClientImpl' }),
      tcp('big', port, 'big:', line),
      tcp('split', port, 'split:some ', line),
    ],
    { who: 'Ada' },
  ),
  asks('reads to the end of the connection', (port) => [
    tcp('closed', port, 'close:bye', { 'TCPSampler.reUseConnection': false }),
    tcp('closed too', port, 'close:bye\n', {
      'TCPSampler.closeConnection': true,
      'TCPSampler.EolByte': '300',
    }),
    tcp('empty', port, 'close:', { 'TCPSampler.reUseConnection': false, 'TCPSampler.nodelay': true }),
  ]),
  asks(
    'a timeout',
    (port) => [
      tcp('partly', port, 'wait:some', { ...line, 'TCPSampler.timeout': '300' }),
      tcp('without an end', port, 'wait:some', {
        'TCPSampler.timeout': '${ms}',
        'TCPSampler.ctimeout': '2000',
      }),
      tcp('each piece has its own', port, 'split:some ', { ...line, 'TCPSampler.timeout': '1000' }),
    ],
    { ms: '300' },
  ),
  asks('connections are closed after each sample, kept apart by user names, and begun anew', (port) => [
    tcp('one', port, 'line:1', { ...line, 'TCPSampler.reUseConnection': false }),
    tcp('two', port, 'line:2', { ...line, 'TCPSampler.closeConnection': true, 'TCPSampler.soLinger': '0' }),
    tcp('three', port, 'line:3', { ...line, 'TCPSampler.soLinger': '1' }),
    tcp('four', port, 'line:4', {
      ...line,
      'ConfigTestElement.username': 'Ada',
      'ConfigTestElement.password': 'x',
    }),
    simple('inner', tcp('five', port, 'line:5', line)),
  ]),
  asks('bytes in hexadecimal digits', (port) => [
    tcp('line', port, hex('line:hello'), { ...line, 'TCPSampler.classname': 'BinaryTCPClientImpl' }),
    tcp('timeout', port, hex('wait:\u0007'), {
      'TCPSampler.classname': `${kinds}BinaryTCPClientImpl`,
      'TCPSampler.timeout': '300',
    }),
    tcp('no end', port, hex('wait:x'), {
      ...line,
      'TCPSampler.classname': 'BinaryTCPClientImpl',
      'TCPSampler.timeout': '300',
    }),
    tcp('uneven', port, 'abc', { 'TCPSampler.classname': 'BinaryTCPClientImpl' }),
    tcp('no digits', port, 'abxy', { 'TCPSampler.classname': 'BinaryTCPClientImpl' }),
    tcp('closed', port, hex('close:\u00ff'), {
      'TCPSampler.classname': 'BinaryTCPClientImpl',
      'TCPSampler.reUseConnection': false,
    }),
  ]),
  {
    ...asks('bytes with their length before them', (port) => [
      tcp('one', port, '0102ff', { 'TCPSampler.classname': 'LengthPrefixedBinaryTCPClientImpl' }),
      tcp('two', port, '', { ...line, 'TCPSampler.classname': `${kinds}LengthPrefixedBinaryTCPClientImpl` }),
      tcp('timeout', port, hex('x'), {
        'TCPSampler.classname': 'LengthPrefixedBinaryTCPClientImpl',
        'TCPSampler.port': port,
      }),
    ]),
    // Whether length and bytes come in one piece is up to the network.
    without: ['requests'],
  },
  asks('nobody there', () => [
    tcp('refused', 1, 'x'),
    tcp('out of range', 70_000, 'x'),
    tcp('unknown', 80, 'x', { 'TCPSampler.server': 'no-such-host.invalid' }),
  ]),
];
