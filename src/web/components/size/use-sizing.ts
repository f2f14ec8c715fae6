import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunResource } from '../../../contract/resources/run.ts';
import { SizeError, SizeRamp } from '../../../contract/size-ramp.ts';
import { type MeasuredSize, type SizeStep, sizeOf } from '../../../contract/test-size.ts';
import { api } from '../../app/api.ts';
import { toContractError } from '../../app/use-loaded.ts';

export type SizingState =
  | { phase: 'idle' }
  | { phase: 'starting' }
  | { phase: 'measuring'; runId: string; users: number; steps: readonly SizeStep[] }
  | { phase: 'measured'; runId: string; size: MeasuredSize; steps: readonly SizeStep[] }
  | { phase: 'failed'; message: string; isBusyNode: boolean };

export interface Sizing {
  state: SizingState;
  /** Measures up to this many virtual users. */
  start(users: number, mayBeBusy: boolean): void;
  stop(): void;
}

interface SizingWork {
  /** Starts the run of the ramp, on one node. */
  begin(users: number, signal: AbortSignal): Promise<RunResource>;
  /** Keeps the result. */
  keep(size: MeasuredSize, run: RunResource): Promise<void>;
}

/** Measures what one node carries, by a run whose virtual users this page raises. The run ends with the page. */
export function useSizing({ begin, keep }: SizingWork): Sizing {
  const [state, setState] = useState<SizingState>({ phase: 'idle' });
  const current = useRef<{ stop: AbortController; run: RunResource | undefined }>(undefined);

  const measure = async (users: number, mayBeBusy: boolean): Promise<void> => {
    const own: NonNullable<typeof current.current> = { stop: new AbortController(), run: undefined };
    current.current = own;
    const { signal } = own.stop;
    setState({ phase: 'starting' });
    try {
      const run = await begin(users, signal);
      own.run = run;
      const show = (steps: readonly SizeStep[]) =>
        setState({ phase: 'measuring', runId: run.uuid, users, steps });
      const seen: SizeStep[] = [];
      show(seen);
      const steps = await new SizeRamp(api, run.uuid, signal).run(users, mayBeBusy, (step) => {
        seen.push(step);
        show([...seen]);
      });
      const size = sizeOf(steps);
      await keep(size, run);
      setState({ phase: 'measured', runId: run.uuid, size, steps });
    } catch (error) {
      if (!signal.aborted) setState({ phase: 'failed', ...describe(error) });
    } finally {
      current.current = undefined;
      // Ends by its duration otherwise.
      if (own.run) await api.runs.stop(own.run.uuid).catch(() => {});
    }
  };

  useEffect(() => {
    const leave = () => {
      const run = current.current?.run;
      if (run) void api.runs.stop(run.uuid, { keepalive: true }).catch(() => {});
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      current.current?.stop.abort();
    };
  }, []);

  return {
    state,
    start: (users, mayBeBusy) => void measure(users, mayBeBusy),
    stop: () => {
      current.current?.stop.abort();
      setState({ phase: 'idle' });
    },
  };
}

function describe(error: unknown): { message: string; isBusyNode: boolean } {
  if (error instanceof SizeError)
    return { message: `${error.message} ${error.hint}`, isBusyNode: error.isBusyNode };
  const { message, details } = toContractError(error);
  return {
    message: details.length > 0 ? details.map((each) => each.message).join(' ') : message,
    isBusyNode: false,
  };
}
