import type { EngineObstacle } from '../../domain/engine.ts';
import { parseEnvironmentFile } from '../environment-file.ts';
import type { OverrideParameters } from '../override-parameters.ts';

/** Properties that change what JMeter or the JVM does, and that our own engine does not know. */
export function judgeParameters(parameters: OverrideParameters): EngineObstacle[] {
  const { properties, systemProperties, memoryOptions } = parameters;
  const place = 'override_parameters';
  const named = [
    ...properties,
    ...[...systemProperties].filter(([name, value]) => !isOfKeyStore(name, value)),
  ];
  return [
    ...memoryOptions.map((element) => ofJvm(element, place)),
    ...named.filter(([name]) => changesJvm.test(name)).map(([element]) => ofJvm(element, place)),
    ...judgeNames(named, place),
  ];
}

/** The variables of an uploaded environment file are properties as well. */
export function judgeEnvironment(content: Uint8Array | undefined): EngineObstacle[] {
  return content ? judgeNames(parseEnvironmentFile(content).variables, 'the environment file') : [];
}

const ofJvm = (element: string, place: string): EngineObstacle => ({
  element,
  place,
  reason: `${element} is an option of the JVM.`,
});

function judgeNames(named: Iterable<[name: string, value: string]>, place: string): EngineObstacle[] {
  return [...named]
    .filter(([name, value]) => changesJmeter(name) && defaults[name] !== value.trim().toLowerCase())
    .map(([element]) => ({
      element,
      place,
      reason: `${element} is a setting of JMeter that Spate's own engine does not know.`,
    }));
}

/** Our own engine reads it as well, where it is of a type that it knows. */
const isOfKeyStore = (name: string, value: string) =>
  name === 'javax.net.ssl.keyStoreType' ? /^(?:jks|pkcs12)$/i.test(value) : keyStoreNames.includes(name);

const keyStoreNames = ['javax.net.ssl.keyStore', 'javax.net.ssl.keyStorePassword'];

const changesJvm =
  /^(?:(?:javax?|sun|jdk|com\.sun)\.|(?:user\.(?:timezone|language|country|region|script|variant)|file\.encoding)$)/;

/** Beginnings that are JMeter's alone. */
const beginnings =
  /^(?:jmeter|jmeterengine|jmeterthread|httpclient4?|httpsampler|hc\.parameters|sampleresult|CookieManager|csvdataset|csvread|HTTPResponse|htmlParser|cssParser|wmlParser|HTTPFileArgs|cache_manager|backend_graphite|backend_influxdb|beanshell|bsf|groovy|jsr223|javascript|kerberos|classfinder|includecontroller|os_sampler|tcp|jms|jdbc\.config|jsyntaxtextarea|oro|xpath|xpath2query|ssl\.socketFactory|DNSCacheManager|mailer|junitsampler|testplan_validation|kg\.apc|rmi)(?:\.|$)/;

/** Names that others would give as well, were they not taken. */
const names = new Set(
  'assertion.equals_diff_delta_end assertion.equals_diff_delta_start assertion.equals_section_diff_len backend_metrics_large_window backend_metrics_percentile_estimator backend_metrics_window backend_metrics_window_mode cacheable_methods cookies function.cache.per.iteration http.java.sampler.retries http.nonProxyHosts http.post_add_content_type_if_missing http.proxyDomain http.proxyHost http.proxyPass http.proxyPort http.proxyScheme http.proxyUser https.cipherSuites https.default.protocol https.keyStoreEndIndex https.keyStoreStartIndex https.nonProxyHosts https.proxyHost https.proxyPort https.sessioncontext.shared https.socket.ciphers https.socket.protocols javax.net.ssl.keyStore javax.net.ssl.keyStorePassword kerberos_jaas_application language plugin_dependency_paths post_add_content_type_if_missing resultcollector.action_if_file_exists sample_variables saveservice_properties search_paths subresults.disable_renaming system.properties time.HMS time.USER1 time.USER2 time.YMD time.YMDHMS timer.factor upgrade_properties user.classpath user.properties'.split(
    ' ',
  ),
);

/** About windows, reports, other machines and the log; and about the results file, which is ours in both engines. */
const harmless =
  /^(?:jmeter\.(?:save\.saveservice|reportgenerator|gui|laf|hidpi|icons|toolbar|tree|loggerpanel|expertMode|colors|logfile|log)(?:\.|$)|jmeterengine\.(?:nongui\.(?:max)?port|(?:force|stopfail|remote)\.system\.exit)$|sampleresult\.timestamp\.start$|beanshell\.server\.|jsyntaxtextarea\.|testplan_validation\.|rmi\.|mailer\.|junitsampler\.)/;

const changesJmeter = (name: string) => (beginnings.test(name) || names.has(name)) && !harmless.test(name);

/** What JMeter does anyway. */
const defaults: Readonly<Record<string, string>> = {
  'CookieManager.allow_variable_cookies': 'true',
  'CookieManager.check.cookies': 'true',
  'CookieManager.delete_null_cookies': 'true',
  'CookieManager.save.cookies': 'false',
  'httpclient.reset_state_on_thread_group_iteration': 'true',
  'httpclient4.auth.preemptive': 'true',
  'httpclient4.request_sent_retry_enabled': 'false',
  'httpclient4.retrycount': '0',
  'httpclient4.time_to_live': '60000',
  'httpclient4.validate_after_inactivity': '4900',
  'httpsampler.embedded_resources_use_md5': 'false',
  'httpsampler.ignore_failed_embedded_resources': 'false',
  'httpsampler.max_redirects': '20',
  'https.sessioncontext.shared': 'false',
  'jmeterengine.threadstop.wait': '5000',
  'jmeterthread.rampup.granularity': '1000',
  'sampleresult.default.encoding': 'utf-8',
  'subresults.disable_renaming': 'false',
  'timer.factor': '1.0',
};
