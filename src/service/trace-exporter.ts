import type { Config } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import type { ExportSpans } from '../telemetry/span.ts';

/** Undefined unless an endpoint is configured; only then are the modules of OpenTelemetry loaded. */
export async function traceExporterOf(
  config: Config,
  version: string,
  log: Log,
  undo: AsyncDisposableStack,
): Promise<ExportSpans | undefined> {
  const { otlpEndpoint, otlpTracesEndpoint } = config;
  const url =
    otlpTracesEndpoint ?? (otlpEndpoint === null ? null : `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`);
  if (url === null) return undefined;
  const { createOtlpExporter } = await import('../telemetry/otlp-exporter.ts');
  const exporter = createOtlpExporter({ url, version });
  undo.defer(() => exporter.close());
  log.info({ host: new URL(url).host }, 'tracing.enabled');
  return exporter.exportSpans;
}
