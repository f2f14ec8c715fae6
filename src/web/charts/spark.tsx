const width = 100;
const height = 28;

/** Sparkline without axes, from zero to its maximum, with gaps. Hidden from screen readers: the value beside it is text. */
export function Spark({
  values,
  colour = '--accent',
}: {
  values: readonly (number | null)[];
  colour?: string;
}) {
  return (
    <svg
      class="spark"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={sparkPath(values)} fill="none" stroke={`var(${colour}, currentcolor)`} />
    </svg>
  );
}

function sparkPath(values: readonly (number | null)[]): string {
  const top = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let path = '';
  let isDown = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDown = false;
      continue;
    }
    const x = Math.round(index * step * 10) / 10;
    const y = Math.round((height - 2 - (value / top) * (height - 4)) * 10) / 10;
    path += isDown ? `L${x} ${y}` : `M${x} ${y}h0`;
    isDown = true;
  }
  return path;
}
