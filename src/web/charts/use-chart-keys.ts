import { useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import type { TimeChartProps } from './chart-props.ts';
import { indexAt } from './index-at.ts';

type Ref<T> = { current: T };

/** Keyboard control of a chart. `say` announces the value under the cursor to screen readers. */
export function useChartKeys(
  plot: Ref<uPlot | undefined>,
  latest: Ref<TimeChartProps>,
  say: (index: number) => void,
): (event: KeyboardEvent) => void {
  const anchor = useRef<number | undefined>(undefined);
  return (event) => {
    const { group, times } = latest.current;
    const drawn = plot.current;
    if (!drawn || times.length === 0) return;
    const step = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageDown: 10,
      PageUp: -10,
      Home: -times.length,
      End: times.length,
    }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const here = group.cursor.peek();
      const before = here === null ? (step > 0 ? -1 : times.length) : indexAt(times, here);
      const index = Math.min(times.length - 1, Math.max(0, before + step));
      anchor.current = event.shiftKey
        ? (anchor.current ?? Math.min(times.length - 1, Math.max(0, before)))
        : undefined;
      moveTo(drawn, times, index);
      mark(drawn, times, anchor.current, index);
      say(index);
    } else if (event.key === 'Enter' && anchor.current !== undefined) {
      const ends = [times[anchor.current] ?? 0, group.cursor.peek() ?? 0].toSorted((a, b) => a - b);
      anchor.current = undefined;
      drawn.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
      const [fromS = 0, toS = 0] = ends;
      if (toS > fromS) group.onSelect({ fromS, toS });
    } else if (event.key === 'Escape') {
      anchor.current = undefined;
      drawn.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
      group.onClear();
    }
  };
}

function moveTo(plot: uPlot, times: number[], index: number): void {
  const left = plot.valToPos(times[index] ?? 0, 'x');
  plot.setCursor({ left, top: plot.over.clientHeight / 2 });
}

function mark(plot: uPlot, times: number[], from: number | undefined, to: number): void {
  const ends = [from ?? to, to]
    .map((index) => plot.valToPos(times[index] ?? 0, 'x'))
    .toSorted((a, b) => a - b);
  const [left = 0, right = 0] = ends;
  plot.setSelect({ left, width: right - left, top: 0, height: plot.over.clientHeight }, false);
}
