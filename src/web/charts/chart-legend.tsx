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
  /** Names of series that are not drawn. */
  hidden?: ReadonlySet<string>;
  /** Shows or hides a series; undefined in charts without a script. */
  onToggle?: (name: string) => void;
}

/** Title and series names, with the values under the cursor. */
export function ChartLegend(props: ChartLegendProps) {
  const { title, lines, times, format, cursor, words, hidden, onToggle } = props;
  const index = cursor.value === null ? null : indexAt(times, cursor.value);
  const at = index === null ? undefined : times[index];
  return (
    <figcaption>
      <span class="title">{title}</span>
      {lines.length > 1 || at !== undefined || lines.some(({ detail }) => detail)
        ? lines.map(({ name, values, colour, dash, fill, detail }) => {
            const value = index === null ? undefined : valueAt(times, values, index);
            const content = (
              <>
                <Swatch colour={colour} dash={dash} isBlock={fill === 'zero'} />
                {name}
                {detail && (
                  <span class="soft" title={detail.title}>
                    ({detail.text})
                  </span>
                )}
                {at !== undefined && <b>{value == null ? '–' : format(value)}</b>}
              </>
            );
            if (!onToggle || lines.length === 1)
              return (
                <span class="key" key={name}>
                  {content}
                </span>
              );
            return (
              <button
                key={name}
                type="button"
                class="key"
                aria-pressed={!hidden?.has(name)}
                title={hidden?.has(name) ? `Show ${name}` : `Hide ${name}`}
                onClick={() => onToggle(name)}
              >
                {content}
              </button>
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
