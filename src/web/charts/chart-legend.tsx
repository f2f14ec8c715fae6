import type { ChartLine, TimeChartProps } from './chart-props.ts';
import { indexAt } from './index-at.ts';
import { Swatch } from './swatch.tsx';
import { valueAt } from './value-at.ts';

interface ChartLegendProps {
  title: string;
  lines: ChartLine[];
  times: number[];
  format: (value: number) => string;
  /** A signal in interactive charts. */
  cursor: { readonly value: number | null };
  words: TimeChartProps['words'];
}

/** Title and series names, with the values under the cursor. */
export function ChartLegend({ title, lines, times, format, cursor, words }: ChartLegendProps) {
  const index = cursor.value === null ? null : indexAt(times, cursor.value);
  const at = index === null ? undefined : times[index];
  return (
    <figcaption>
      <span class="title">{title}</span>
      {lines.length > 1 || at !== undefined
        ? lines.map(({ name, values, colour, dash, fill }) => {
            const value = index === null ? undefined : valueAt(times, values, index);
            return (
              <span class="key" key={name}>
                <Swatch colour={colour} dash={dash} isBlock={fill === 'zero'} />
                {name}
                {at !== undefined && <b>{value == null ? '–' : format(value)}</b>}
              </span>
            );
          })
        : null}
      {words && index !== null && cursor.value !== null && (
        <span class="key">
          <b>{words.at(index, cursor.value)}</b>
        </span>
      )}
    </figcaption>
  );
}
