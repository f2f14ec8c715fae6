import known from './known-classes.json' with { type: 'json' };

const provided = new Set<string>([...known.aliases, ...known.renamed, ...known.classes]);

/** Plugins by class name prefix, longer prefixes first. */
const plugins: readonly [prefix: string, name: string][] = [
  ['com.googlecode.jmeter.plugins.webdriver', 'Selenium/WebDriver Support'],
  ['JMeter.plugins.functional.samplers.websocket', 'WebSocket Sampler by Maciej Zaleski'],
  ['net.xmeter', 'MQTT Protocol Support by xmeter'],
  ['com.blazemeter.jmeter.http2', 'HTTP/2 Sampler by BlazeMeter'],
  ['com.blazemeter.jmeter.http.ParallelHTTPSampler', 'Parallel Controller & Sampler'],
  ['com.blazemeter.jmeter.http', 'HTTP Sampler extensions by BlazeMeter'],
  ['com.blazemeter.jmeter.hls', 'Video Streaming by BlazeMeter'],
  ['com.blazemeter.jmeter.xmpp', 'XMPP Protocol Support'],
  ['com.blazemeter.jmeter.rte', 'RTE Protocol Support by BlazeMeter'],
  ['com.blazemeter.jmeter.correlation', 'Correlation Recorder by BlazeMeter'],
  ['com.jmeter.http2', 'HTTP/2 Sampler'],
  ['com.di.jmeter.kafka', 'DI Kafkameter'],
  ['net.sf.jmeter.kafka', 'Kafka Support'],
  ['co.signal.kafkameter', 'Kafka Support'],
  ['com.zeroclue.jmeter.protocol.amqp', 'AMQP by zeroclue'],
  ['com.github.johrstrom', 'Prometheus Listener'],
  ['org.md.jmeter.influxdb', 'InfluxDB Listener'],
  ['rocks.nt.apm.jmeter', 'InfluxDB Listener'],
  ['com.ubikloadpack', 'UbikLoadPack (commercial)'],
  ['vn.zalopay.benchmark', 'gRPC Request by ZaloPay'],
  ['org.jmeterplugins.protocol.http.control', 'HTTP Simple Table Server'],
  ['com.atlantbh.jmeter', 'JMeter Components by Atlantbh'],
  ['com.blazemeter.jmeter.threads', 'Custom Thread Groups'],
  ['kg.apc.jmeter.threads', 'Custom Thread Groups'],
  ['com.blazemeter.jmeter.controller', 'Parallel Controller & Sampler'],
  ['com.blazemeter.jmeter.RandomCSVDataSetConfig', 'Random CSV Data Set Config'],
  ['com.blazemeter.jmeter.control', 'Weighted Switch Controller'],
  ['kg.apc.jmeter.timers.VariableThroughputTimer', 'Throughput Shaping Timer'],
  ['kg.apc.jmeter.samplers.DummySampler', 'Dummy Sampler'],
  ['kg.apc.jmeter.perfmon', 'PerfMon'],
  ['eu.luminis.jmeter', 'WebSocket Samplers by Peter Doornbosch'],
  ['kg.apc', 'jmeter-plugins.org'],
  ['com.blazemeter', 'a plugin by BlazeMeter'],
];

/** The names among `elementNames` that are not in the JMeter toolchain. */
export function missingClasses(elementNames: readonly string[]): string[] {
  return elementNames.filter((name) => !provided.has(name) && name !== 'WorkBench');
}

/** Display name of the plugin with the class; undefined if unknown. */
export function pluginOf(className: string): string | undefined {
  return plugins.find(([prefix]) => className.startsWith(prefix))?.[1];
}
