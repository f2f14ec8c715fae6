import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import type { ExportSpans, Span } from './span.ts';

type ReadableSpan = Parameters<OTLPTraceExporter['export']>[0][number];
type HrTime = ReadableSpan['startTime'];

/** The export result of a successful request (ExportResultCode.SUCCESS of @opentelemetry/core). */
const success = 0;

/**
 * Sends spans to `url` by OTLP over HTTP as JSON. Headers, timeout, compression and certificates come from the standard
 * OTEL_EXPORTER_OTLP_* variables, the resource also from OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES. Loaded only if
 * tracing is configured.
 */
export function createOtlpExporter({ url, version }: { url: string; version: string }): {
  exportSpans: ExportSpans;
  close(): Promise<void>;
} {
  const exporter = new OTLPTraceExporter({ url });
  const own = resourceFromAttributes({ 'service.name': 'spate', 'service.version': version });
  const resource = own.merge(detectResources({ detectors: [envDetector] }));
  return {
    exportSpans: (spans) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      exporter.export(
        spans.map((span) => readable(span, resource, version)),
        ({ code, error }) => {
          if (code === success) return resolve();
          // Without the codes of the error: a failed connection to the collector is not one to the database.
          reject(new Error(`Sending spans to ${hostOf(url)} failed: ${error?.message ?? 'no reason given'}`));
        },
      );
      return promise;
    },
    close: () => exporter.shutdown(),
  };
}

function readable(span: Span, resource: Resource, version: string): ReadableSpan {
  const contextOf = (spanId: string) => ({
    traceId: span.traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
  });
  return {
    name: span.name,
    kind: SpanKind.INTERNAL,
    spanContext: () => contextOf(span.id),
    ...(span.parentId !== undefined && { parentSpanContext: contextOf(span.parentId) }),
    startTime: hrTime(span.startMs),
    endTime: hrTime(span.endMs),
    duration: hrTime(span.endMs - span.startMs),
    ended: true,
    status:
      span.error === undefined
        ? { code: SpanStatusCode.UNSET }
        : { code: SpanStatusCode.ERROR, message: span.error },
    attributes: span.attributes,
    events: span.events.map(({ name, atMs }) => ({ name, time: hrTime(atMs) })),
    links: [],
    resource,
    instrumentationScope: { name: 'spate', version },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}

/** Without path and credentials. */
function hostOf(url: string): string {
  return new URL(url).host;
}
