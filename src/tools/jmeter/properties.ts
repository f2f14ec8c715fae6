import type { ExecutionSpec } from '../../domain/execution.ts';
import { addParameters } from '../../plans/jmeter/add-parameters.ts';
import type { OverrideParameters } from '../../plans/override-parameters.ts';
import { nodeProperties } from '../jvm/node-properties.ts';

export interface PlanPropertySources {
  spec: ExecutionSpec;
  /** Of uploaded properties files. */
  uploaded: ReadonlyMap<string, string>;
  environment: ReadonlyMap<string, string>;
  overrides: OverrideParameters;
}

export interface PropertySources extends PlanPropertySources {
  /** The toolchain, as a path inside the sandbox. */
  toolchain: string;
  /** Uploaded .jar files, as paths inside the sandbox. */
  jars: readonly string[];
}

/** JMeter's properties for one execution; later ones take precedence, and those of our result file come last. */
export function jmeterProperties(sources: PropertySources): Map<string, string> {
  const properties = planProperties(sources);
  if (sources.jars.length > 0) {
    const given = properties.get('search_paths');
    properties.set('search_paths', [...(given ? [given] : []), ...sources.jars].join(';'));
  }
  for (const [name, value] of ownProperties(sources.toolchain)) {
    properties.set(name, value);
  }
  return properties;
}

/** Properties that a plan can read. */
export function planProperties(sources: PlanPropertySources): Map<string, string> {
  const { spec, uploaded, environment, overrides } = sources;
  return addParameters(new Map([...uploaded, ...nodeProperties(spec)]), environment, overrides);
}

const written = 'label response_code response_message thread_name data_type successful time bytes sent_bytes';
const alsoWritten =
  'thread_counts url latency idle_time connect_time assertion_results_failure_message autoflush';
const notWritten =
  'response_data response_data.on_error samplerData requestHeaders responseHeaders encoding filename hostname sample_count';

function ownProperties(toolchain: string): Map<string, string> {
  const save = 'jmeter.save.saveservice.';
  return new Map([
    ...`${written} ${alsoWritten}`.split(' ').map((name) => [save + name, 'true'] as const),
    ...notWritten.split(' ').map((name) => [save + name, 'false'] as const),
    [`${save}output_format`, 'csv'],
    [`${save}print_field_names`, 'true'],
    [`${save}default_delimiter`, ','],
    [`${save}timestamp_format`, 'ms'],
    [`${save}assertion_results`, 'none'],
    ['sampleresult.timestamp.start', 'true'],
    ['saveservice_properties', `${toolchain}/bin/saveservice.properties`],
    // The agent stops it through a file; other scripts on this machine could reach a port.
    ['jmeterengine.nongui.port', '0'],
    // A thread that a script did not end must not block the end of the run.
    ['jmeterengine.force.system.exit', 'true'],
    ['jmeterengine.stopfail.system.exit', 'true'],
  ]);
}

/** Formats properties for java.util.Properties. */
export function formatProperties(properties: ReadonlyMap<string, string>): string {
  return [...properties]
    .map(([name, value]) => `${escapeText(name, true)}=${escapeText(value, false)}\n`)
    .join('');
}

function escapeText(text: string, isName: boolean): string {
  const special = isName ? /[\\:=#! \t]/g : /\\|^[ \t]/g;
  return text
    .replace(special, (character) => `\\${character === '\t' ? 't' : character}`)
    .replace(/[\r\n\f]|[^\t\x20-\x7e]/g, (character) => {
      const code = character.charCodeAt(0);
      return `\\u${code.toString(16).padStart(4, '0')}`;
    });
}
