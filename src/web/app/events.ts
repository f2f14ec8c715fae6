/** State of the live connection. */
export type Connection = 'opening' | 'open' | 'lost';

export interface EventsOptions {
  /** URL of the next connection. Called for each attempt except the browser's own reconnects. */
  address: () => string;
  on: Readonly<Record<string, (data: unknown) => void>>;
  onConnection: (connection: Connection) => void;
  /** The service refused the connection. EventSource hides the reason; a request reveals it. */
  onRefused: () => void;
}

const firstPauseMs = 1000;
const maxPauseMs = 15_000;

/** Server-sent events with reconnection, also after the browser has closed the source. */
export function listen({ address, on, onConnection, onRefused }: EventsOptions): { close(): void } {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;

  const open = () => {
    source = new EventSource(address());
    source.onopen = () => {
      pauseMs = firstPauseMs;
      onConnection('open');
    };
    source.onerror = () => {
      onConnection('lost');
      if (source?.readyState !== EventSource.CLOSED) return;
      onRefused();
      timer = setTimeout(open, pauseMs);
      pauseMs = Math.min(maxPauseMs, pauseMs * 2);
    };
    for (const [name, take] of Object.entries(on)) {
      source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data)));
    }
  };
  onConnection('opening');
  open();
  return {
    close() {
      clearTimeout(timer);
      source?.close();
    },
  };
}
