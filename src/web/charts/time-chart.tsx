import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import 'uplot/dist/uPlot.min.css';
import type uPlot from 'uplot';
import { isDark, themeVersion } from '../app/theme.ts';
import { into } from '../format/moments.ts';
import { ChartLegend } from './chart-legend.tsx';
import type { TimeChartProps } from './chart-props.ts';
import { createPlot } from './create-plot.ts';
import { describeLine } from './describe-line.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { valueAt } from './value-at.ts';

/** In pixels, for readable texts; the print style sheet scales it. */
const paperWidth = 960;

/** One chart of a group. Drag selects a range, arrow keys read values, Enter selects, Escape clears the selection. */
export function TimeChart(props: TimeChartProps) {
  const { title, group, times, lines, format, words, height = 136 } = props;
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [spoken, setSpoken] = useState('');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const id = useId();
  const shape = JSON.stringify([
    lines.map(({ name, isStepped, fill }) => [name, isStepped, fill]),
    height,
    props.hasTimeAxis,
  ]);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = createPlot(element, latest);
    plot.current = made;
    // Exposes the drawn data for tests and debugging.
    Object.assign(element, { plot: made });
    const fit = () => made.setSize({ width: element.clientWidth, height });
    // The print layout follows this event, without a resize.
    const fitPaper = () => {
      element.classList.toggle('drawn-dark', isDark());
      made.setSize({ width: Math.min(element.clientWidth, paperWidth), height });
    };
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    window.addEventListener('beforeprint', fitPaper);
    window.addEventListener('afterprint', fit);
    return () => {
      window.removeEventListener('beforeprint', fitPaper);
      window.removeEventListener('afterprint', fit);
      watch.disconnect();
      made.destroy();
    };
  }, [shape, group, themeVersion.value]);

  useEffect(() => {
    for (const [index, { name }] of latest.current.lines.entries())
      plot.current?.setSeries(index + 1, { show: !hidden.has(name) });
  }, [hidden, shape, group, themeVersion.value]);

  useEffect(() => {
    plot.current?.setData([times, ...lines.map((line) => line.values)]);
  }, [times, lines, props.range.fromS, props.range.toS, props.draw, props.marks]);

  const description = useMemo(
    () => words?.all ?? lines.map(({ name, values }) => describeLine(name, times, values, format)).join(' '),
    [times, lines, words?.all],
  );
  const onKeyDown = useChartKeys(plot, latest, (index) => {
    const at = times[index] ?? 0;
    const values = lines.map(({ name, values: all }) => {
      const value = valueAt(times, all, index);
      return `${name} ${value === null ? 'no data' : format(value)}`;
    });
    setSpoken(`${into(at)}: ${words ? words.at(index, at) : values.join(', ')}`);
  });

  return (
    <figure class="chart">
      <ChartLegend
        title={title}
        lines={lines}
        times={times}
        format={format}
        cursor={group.cursor}
        words={words}
        hidden={hidden}
        onToggle={(name) => setHidden((before) => toggled(before, name))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not a chart. */}
      <div
        ref={host}
        class="plot"
        role="group"
        aria-label={`${title} over time. Arrow keys read values, shift and arrow keys select a range.`}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read values here.
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      <p id={id} class="hidden">
        {description}
      </p>
      <p class="hidden" aria-live="polite">
        {spoken}
      </p>
    </figure>
  );
}

function toggled(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return names.has(name) ? new Set([...names].filter((each) => each !== name)) : new Set([...names, name]);
}
