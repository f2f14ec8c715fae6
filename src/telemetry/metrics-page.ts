import { Registry } from 'prom-client';

/** Metrics as text in the Prometheus format. */
export interface MetricsPage {
  readonly contentType: string;
  /** Concurrent calls share one result. */
  render(): Promise<string>;
}

/** `prepare` is awaited before each rendering and must not throw. */
export function createMetricsPage(
  registry: Registry,
  prepare: () => Promise<void> | void = () => {},
): MetricsPage {
  let rendering: Promise<string> | undefined;
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    render() {
      rendering ??= (async () => {
        await prepare();
        return registry.metrics();
      })().finally(() => {
        rendering = undefined;
      });
      return rendering;
    },
  };
}
