import type { EngineObstacle } from '../../domain/engine.ts';
import { parseEnvironmentFile } from '../environment-file.ts';
import type { OverrideParameters } from '../override-parameters.ts';
import type { PlanFile } from '../plan-file.ts';
import { readPropertyFiles, systemPropertiesName, uploadedSystemProperties } from './property-files.ts';

/** Properties that change JMeter or the JVM and that the engine does not support. */
export function judgeParameters(parameters: OverrideParameters): EngineObstacle[] {
  const { properties, systemProperties, memoryOptions } = parameters;
  const place = 'override_parameters';
  const named = [
    ...properties,
    ...[...systemProperties].filter(([name, value]) => !isOfKeyStore(name, value)),
  ];
  return [...memoryOptions.map((element) => ofJvm(element, place)), ...judgeSystem(named, place)];
}

/** Variables of an uploaded environment file become properties. */
export function judgeEnvironment(content: Uint8Array | undefined): EngineObstacle[] {
  return content ? judgeNames(parseEnvironmentFile(content).variables, 'the environment file') : [];
}

/** Properties of uploaded property files, regardless of precedence; system.properties configures the JVM. */
export function judgePropertyFiles(files: readonly PlanFile[]): EngineObstacle[] {
  return [
    ...readPropertyFiles(files).flatMap(({ name, properties }) => judgeNames(properties, name)),
    ...judgeSystem([...uploadedSystemProperties(files)], systemPropertiesName),
  ];
}

const judgeSystem = (named: readonly [string, string][], place: string): EngineObstacle[] => [
  ...named.filter(([name]) => changesJvm.test(name)).map(([element]) => ofJvm(element, place)),
  ...judgeNames(named, place),
];

const ofJvm = (element: string, place: string): EngineObstacle => ({
  element,
  place,
  reason: `${element} is an option of the JVM.`,
});

function judgeNames(named: Iterable<[name: string, value: string]>, place: string): EngineObstacle[] {
  return [...named]
    .filter(([name, value]) => changesJmeter(name) && !isDefault(name, value))
    .map(([element]) => ({
      element,
      place,
      reason: `${element} is a JMeter setting that Spate's own engine does not support.`,
    }));
}

/** Key store properties, which the engine supports for known store types. */
const isOfKeyStore = (name: string, value: string) =>
  name === 'javax.net.ssl.keyStoreType' ? /^(?:jks|pkcs12)$/i.test(value) : keyStoreNames.includes(name);

const keyStoreNames = ['javax.net.ssl.keyStore', 'javax.net.ssl.keyStorePassword'];

const changesJvm =
  /^(?!java\.(?:awt\.|rmi\.|security\.egd$|util\.logging\.)|sun\.(?:rmi\.|net\.http\.allowRestrictedHeaders$))(?:(?:javax?|sun|jdk|com\.sun)\.|(?:user\.(?:timezone|language|country|region|script|variant)|file\.encoding)$)/;

/** Prefixes of JMeter's own properties. */
const beginnings =
  /^(?:jmeterengine|jmeterthread|httpclient4?|httpsampler|hc\.parameters|sampleresult|CookieManager|csvdataset|csvread|HTTPResponse|htmlParser|cssParser|wmlParser|HTTPFileArgs|cache_manager|backend_graphite|backend_influxdb|beanshell|javascript|classfinder|includecontroller|tcp|xpath|xpath2query|ssl\.socketFactory|websocket|DNSCacheManager|kg\.apc)(?:\.|$)/;

/** JMeter's other property names, which plans might also use for properties of their own. */
const names = new Set(
  '__jm_D_TG assertion.equals_diff_delta_end assertion.equals_diff_delta_start assertion.equals_section_diff_len backend_metrics_large_window backend_metrics_percentile_estimator backend_metrics_window backend_metrics_window_mode cacheable_methods cookies css.parser.ignore_all_css_errors function.cache.per.iteration http.agent http.java.sampler.retries http.keepAlive http.maxConnections http.nonProxyHosts http.post_add_content_type_if_missing http.proxyDomain http.proxyHost http.proxyPass http.proxyPort http.proxyScheme http.proxyUser https.cipherSuites https.default.protocol https.keyStoreEndIndex https.keyStoreStartIndex https.nonProxyHosts https.proxyHost https.proxyPort https.sessioncontext.shared https.socket.ciphers https.socket.protocols javax.net.ssl.keyStore javax.net.ssl.keyStorePassword jmeter.httpclient.strict_rfc2616 jmeter.httpsampler jmeter.properties jmeter.regex.engine jsr223.init.file language plugin_dependency_paths post_add_content_type_if_missing resultcollector.action_if_file_exists sample_variables saveservice_properties search_paths subresults.disable_renaming sun.net.http.allowRestrictedHeaders system.properties time.HMS time.USER1 time.USER2 time.YMD time.YMDHMS timer.factor upgrade_properties user.classpath user.properties'.split(
    ' ',
  ),
);

/**
 * Settings without effect: of the GUI, distributed runs, caches, process exit and unsupported elements; and of the
 * results file, which Spate writes for both engines.
 */
const harmless =
  /^(?:jmeterengine\.(?:nongui\.(?:max)?port|(?:force|stopfail|remote)\.system\.exit)$|sampleresult\.timestamp\.start$|csvdataset\.file\.encoding_list$|httpsampler\.(?:max_buffer_size|user_defined_methods|parallel_download_thread_keepalive_inseconds)$|beanshell\.(?:server|sampler|assertion|listener|(?:pre|post)processor|timer)\.)/;

const changesJmeter = (name: string) => (beginnings.test(name) || names.has(name)) && !harmless.test(name);

/** JMeter's defaults, in lower case. */
const defaults: Readonly<Record<string, string>> = {
  'CookieManager.allow_variable_cookies': 'true',
  'CookieManager.check.cookies': 'true',
  'CookieManager.delete_null_cookies': 'true',
  'CookieManager.name.prefix': 'cookie_',
  'CookieManager.save.cookies': 'false',
  'HTTPResponse.parsers': 'htmlparser wmlparser cssparser',
  'backend_graphite.send_interval': '1',
  'backend_influxdb.connection_request_timeout': '100',
  'backend_influxdb.connection_timeout': '1000',
  'backend_influxdb.send_interval': '5',
  'backend_influxdb.socket_timeout': '3000',
  'beanshell.init.file': '',
  'cache_manager.cached_resource_mode': 'return_no_sample',
  'classfinder.functions.contain': '.functions.',
  'classfinder.functions.notContain': '.gui.',
  'css.parser.ignore_all_css_errors': 'true',
  'cssParser.className': 'org.apache.jmeter.protocol.http.parser.cssparser',
  'cssParser.types': 'text/css',
  'csvdataset.eofstring': '<eof>',
  'csvread.delimiter': ',',
  'function.cache.per.iteration': 'false',
  'htmlParser.className': 'org.apache.jmeter.protocol.http.parser.lagartobasedhtmlparser',
  'htmlParser.types': 'text/html application/xhtml+xml application/xml text/xml',
  'httpclient.localaddress': '',
  'httpclient.loopback': 'false',
  'httpclient.reset_state_on_thread_group_iteration': 'true',
  'httpclient.socket.http.cps': '0',
  'httpclient.socket.https.cps': '0',
  'httpclient.timeout': '0',
  'httpclient.version': '1.1',
  'httpclient4.auth.preemptive': 'true',
  'httpclient4.default_user_agent_disabled': 'false',
  'httpclient4.deflate_relax_mode': 'false',
  'httpclient4.gzip_relax_mode': 'false',
  'httpclient4.idletimeout': '0',
  'httpclient4.request_sent_retry_enabled': 'false',
  'httpclient4.retrycount': '0',
  'httpclient4.time_to_live': '60000',
  'httpclient4.validate_after_inactivity': '4900',
  'httpsampler.embedded_resources_use_md5': 'false',
  'httpsampler.ignore_failed_embedded_resources': 'false',
  'httpsampler.max_bytes_to_store_per_request': '0',
  'httpsampler.max_frame_depth': '5',
  'httpsampler.max_redirects': '20',
  'httpsampler.obey_contentlength': 'false',
  'httpsampler.redirect.removeslashdotdot': 'true',
  'httpsampler.separate.container': 'true',
  'http.keepAlive': 'true',
  'http.maxConnections': '5',
  'https.default.protocol': 'tls',
  'https.sessioncontext.shared': 'false',
  'includecontroller.prefix': '',
  'javascript.use_rhino': 'false',
  'jmeter.httpclient.strict_rfc2616': 'false',
  'jmeter.httpsampler': 'httpclient4',
  'jmeter.regex.engine': 'oro',
  'jmeterengine.threadstop.wait': '5000',
  'jmeterthread.rampup.granularity': '1000',
  'jsr223.init.file': '',
  'sampleresult.default.encoding': 'utf-8',
  'sampleresult.nanoThreadSleep': '5000',
  'sampleresult.useNanoTime': 'true',
  'subresults.disable_renaming': 'false',
  'sun.net.http.allowRestrictedHeaders': 'true',
  'system.properties': 'system.properties',
  'timer.factor': '1.0',
  'user.properties': 'user.properties',
  'websocket.result.size_includes_filtered_frames': 'false',
  'websocket.thread.stop.policy': 'none',
  'wmlParser.className': 'org.apache.jmeter.protocol.http.parser.regexphtmlparser',
  'wmlParser.types': 'text/vnd.wap.wml',
  'xpath.namespace.config': '',
  cacheable_methods: 'get',
  cookies: 'cookies',
  language: 'en',
  post_add_content_type_if_missing: 'false',
  sample_variables: '',
  saveservice_properties: '/bin/saveservice.properties',
  upgrade_properties: '/bin/upgrade.properties',
};

/** Numbers have several notations: `1`, `1.0f`. */
function isDefault(name: string, value: string): boolean {
  const usual = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
  const given = value.trim().toLowerCase();
  return (
    usual !== undefined &&
    (given === usual ||
      (/^\d+(?:\.\d+)?$/.test(usual) &&
        /^\d+(?:\.\d+)?f?$/.test(given) &&
        Number.parseFloat(given) === Number(usual)))
  );
}
