import type { SampleKind } from '../../domain/sample-kind.ts';
import { durationOfMs, threeDigits, whole } from '../../lib/figures.ts';
import { clock } from '../../lib/moments.ts';
import type { SeriesPoint } from '../../metrics/series.ts';
import type { SeriesQuery } from '../../runs/runs.ts';
import { Html, html } from './html.ts';

/** Time range of the charts, in seconds of the service's clock. */
export interface ChartRange {
  fromS: number;
  toS: number;
}

const width = 1000;
const height = 120;
/** More points would be finer than the pixels. */
const mostPoints = 400;

/** Fine enough to see, coarse enough to draw. */
export function resolutionFor({ fromS, toS }: ChartRange): SeriesQuery['resolutionS'] {
  const spanS = toS - fromS;
  if (spanS <= mostPoints) return 1;
  return spanS <= 15 * mostPoints ? 15 : 300;
}

/** Static SVG charts of response times, throughput and virtual users, for pages without scripts. */
export function charts(points: readonly SeriesPoint[], range: ChartRange, kind: SampleKind = 'passed'): Html {
  if (points.length === 0) return new Html('');
  const scale = new TimeScale(range);
  return html`<h2>Over time</h2>
<div class="charts">
${responseTimes(points, scale, kind)}
${throughput(points, scale)}
${users(points, scale)}
<div class="x" aria-hidden="true">${[0, 0.25, 0.5, 0.75, 1].map((part) => html`<span>${scale.tick(part)}</span>`)}</div>
</div>`;
}

class TimeScale {
  readonly #fromS: number;
  readonly #spanS: number;
  /** Rounded up, so that quarters of the axis are whole seconds. */
  readonly #drawnS: number;

  constructor({ fromS, toS }: ChartRange) {
    this.#fromS = fromS;
    this.#spanS = Math.max(1, toS - fromS);
    this.#drawnS = Math.ceil(this.#spanS / 4) * 4;
  }

  x(second: number): number {
    const share = (second - this.#fromS) / this.#drawnS;
    return round(Math.min(1, Math.max(0, share)) * width);
  }

  /** Seconds of the interval within the run: the first and the last may be partial. */
  secondsOf(point: SeriesPoint): number {
    const start = Math.max(point.startS, this.#fromS);
    const end = Math.min(point.startS + point.spanS, this.#fromS + this.#spanS);
    return Math.max(1, end - start);
  }

  since(second: number): string {
    return clock(second - this.#fromS);
  }

  tick(part: number): string {
    return clock(part * this.#drawnS);
  }
}

function responseTimes(points: readonly SeriesPoint[], scale: TimeScale, kind: SampleKind): Html {
  const keys = ['50', '95', '99'];
  const at = (point: SeriesPoint, key: string) => point.percentilesMs?.[key];
  const top = niceTop(Math.max(...points.flatMap((point) => keys.map((key) => at(point, key) ?? 0))));
  return chart({
    name: `Response time of ${kind} samples`,
    legend: keys.map((key) => html`<span class="key p${key}">p${key}</span>`),
    top: durationOfMs(top),
    middle: durationOfMs(top / 2),
    marks: keys
      .toReversed()
      .map(
        (key) =>
          html`<path class="line p${key}" d="${line(points, scale, (point) => share(at(point, key), top))}"/>`,
      ),
    hovers: hovers(points, scale, (point) =>
      keys.map((key) => `p${key} ${durationOfMs(at(point, key))}`).join(', '),
    ),
  });
}

function throughput(points: readonly SeriesPoint[], scale: TimeScale): Html {
  const rate = (point: SeriesPoint, count: number) => count / scale.secondsOf(point);
  const all = (point: SeriesPoint) => rate(point, point.passed + point.failed);
  const top = niceTop(Math.max(...points.map(all)));
  return chart({
    name: 'Throughput',
    legend: [html`<span class="key all">samples</span>`, html`<span class="key failed">failed</span>`],
    top: `${threeDigits(top)} /s`,
    middle: `${threeDigits(top / 2)} /s`,
    marks: [
      html`<path class="bar all" d="${bars(points, scale, (point) => all(point) / top)}"/>`,
      html`<path class="bar failed" d="${bars(points, scale, (point) => rate(point, point.failed) / top)}"/>`,
    ],
    hovers: hovers(
      points,
      scale,
      (point) =>
        `${threeDigits(all(point))} /s, ${whole(point.failed)} of ${whole(point.passed + point.failed)} failed`,
    ),
  });
}

function users(points: readonly SeriesPoint[], scale: TimeScale): Html {
  const top = niceTop(Math.max(2, ...points.map((point) => point.users)));
  return chart({
    name: 'Users',
    legend: [],
    top: threeDigits(top),
    middle: threeDigits(top / 2),
    marks: [html`<path class="line users" d="${line(points, scale, (point) => point.users / top)}"/>`],
    hovers: hovers(points, scale, (point) => `${whole(point.users)} users`),
  });
}

interface Chart {
  name: string;
  legend: Html[];
  top: string;
  middle: string;
  marks: Html[];
  hovers: Html[];
}

function chart({ name, legend, top, middle, marks, hovers: titles }: Chart): Html {
  return html`<figure>
<figcaption>${name} ${legend}</figcaption>
<div class="y" aria-hidden="true"><span>${top}</span><span>${middle}</span><span>0</span></div>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${name} over time, from 0 to ${top}">
<path class="rule" d="M0 0.5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}"/>
${marks}
<g class="hover">${titles}</g>
</svg>
</figure>`;
}

/** A missing interval is a gap; a point between two gaps is a dot. */
function line(
  points: readonly SeriesPoint[],
  scale: TimeScale,
  shareOf: (point: SeriesPoint) => number | undefined,
): string {
  let path = '';
  let expectedS: number | undefined;
  for (const point of points) {
    const value = shareOf(point);
    if (value === undefined) {
      expectedS = undefined;
      continue;
    }
    const place = `${scale.x(point.startS + point.spanS / 2)} ${y(value)}`;
    path += point.startS === expectedS ? `L${place}` : `M${place}h0`;
    expectedS = point.startS + point.spanS;
  }
  return path;
}

function bars(
  points: readonly SeriesPoint[],
  scale: TimeScale,
  shareOf: (point: SeriesPoint) => number,
): string {
  return points
    .filter((point) => shareOf(point) > 0)
    .map((point) => {
      const left = scale.x(point.startS);
      const right = scale.x(point.startS + point.spanS);
      return `M${left} ${height}V${y(shareOf(point))}H${right}V${height}Z`;
    })
    .join('');
}

function hovers(
  points: readonly SeriesPoint[],
  scale: TimeScale,
  textOf: (point: SeriesPoint) => string,
): Html[] {
  return points.map((point) => {
    const left = scale.x(point.startS);
    const across = round(scale.x(point.startS + point.spanS) - left);
    return html`<rect x="${left}" width="${across}" height="${height}"><title>+${scale.since(point.startS)}: ${textOf(point)}</title></rect>`;
  });
}

function share(value: number | undefined, top: number): number | undefined {
  return value === undefined ? undefined : value / top;
}

function y(part: number): number {
  return round((1 - part) * height);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The next 1, 2, 4 or 6 times a power of ten: its half is round too. */
export function niceTop(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 10].find((candidate) => candidate * power >= most) ?? 10;
  return step * power;
}
