import type { Times } from '../../../contract/resources/report.ts';
import type { ChartsResource, RunViewResource } from '../../../contract/resources/view.ts';
import { samplesTimed } from '../../../contract/sample-kinds.ts';
import { Spark } from '../../charts/spark.tsx';
import {
  count,
  exactTime,
  type Figure,
  percentFigure,
  threeDigits,
  timeFigure,
  whole,
} from '../../format/figures.ts';

/** Percentiles of fewer samples are marked as doubtful. */
const fewSamples = 100;

interface StripProps {
  view: RunViewResource;
  charts: ChartsResource | undefined;
  /** The virtual users figure stays that of the run: users are not counted per label. */
  isOfLabel?: boolean;
  /** Figures of the last seconds of an active run. */
  recent: Recent | null;
}

export interface Recent {
  seconds: number;
  total: RunViewResource['total'] | undefined;
  users: number;
}

/** Summary of the run: six figures with sparklines. */
export function Strip({ view, charts, recent, isOfLabel = false }: StripProps) {
  const { total } = view;
  const samples = total.passed + total.failed;
  const columns = charts?.columns;
  const timed = samplesTimed(total, view.times);
  const note = timed < fewSamples ? fewNote(timed, view.times) : undefined;
  // Without failed samples the selection makes no difference.
  const kindNote = view.times === 'passed' && total.failed === 0 ? undefined : `of ${view.times} samples`;
  const percentile = (key: string) => total.percentiles[key];
  const now = recent ? nowOf(recent) : undefined;
  return (
    <dl class="strip">
      <Cell
        name="Throughput"
        figure={{ text: threeDigits(total.requests_per_minute / 60), unit: '/s' }}
        exact={`${whole(samples)} samples in ${view.seconds} s`}
        small={`max ${threeDigits(total.max_requests_per_minute / 60)} /s over 15 s`}
        now={now?.('throughput')}
        values={columns?.throughput}
        colour="--rate"
      />
      {(['50', '95', '99'] as const).map((key) => (
        <Cell
          key={key}
          name={`p${key}`}
          figure={timeFigure(percentile(key))}
          exact={exactTime(percentile(key))}
          small={
            note ?? kindNote ?? { 50: '50 % are faster', 95: '95 % are faster', 99: '99 % are faster' }[key]
          }
          isDoubtful={note !== undefined}
          now={now?.(key)}
          values={columns?.[`p${key}`]}
          colour={`--p${key}`}
        />
      ))}
      <Cell
        name="Errors"
        figure={percentFigure(total.failed, samples)}
        exact={`${total.error_rate} %`}
        small={`${whole(total.failed)} of ${whole(samples)}`}
        isBad={total.failed > 0}
        now={now?.('errors')}
        values={columns?.failures}
        colour="--bad"
      />
      <Cell
        name="Virtual users"
        figure={{ text: threeDigits(view.mean_users), unit: '' }}
        exact={`${view.mean_users} on average`}
        small={`${isOfLabel ? 'all labels' : 'average'}, max ${whole(view.max_users)}`}
        now={now?.('users')}
        values={columns?.users}
        colour="--users"
      />
    </dl>
  );
}

function fewNote(samples: number, times: Times): string {
  return samples === 0 ? `no ${times} samples` : `only ${count(samples, `${times} sample`)}`;
}

/** A figure of the last seconds, as text. */
function nowOf({ seconds, total, users }: Recent) {
  const samples = total ? total.passed + total.failed : 0;
  const text = ({ text, unit }: Figure) => `${text}${unit === '' ? '' : ` ${unit}`}`;
  const figureOf = (what: 'throughput' | '50' | '95' | '99' | 'errors' | 'users'): string => {
    switch (what) {
      case 'throughput':
        return `${threeDigits(samples / seconds)} /s`;
      case 'errors':
        return samples === 0 ? '–' : text(percentFigure(total?.failed ?? 0, samples));
      case 'users':
        return threeDigits(users);
      default:
        return samples === 0 ? '–' : text(timeFigure(total?.percentiles[what]));
    }
  };
  return (what: Parameters<typeof figureOf>[0]) => `last ${seconds} s: ${figureOf(what)}`;
}

interface CellProps {
  name: string;
  figure: Figure;
  exact: string;
  small: string;
  now?: string | undefined;
  values: readonly (number | null)[] | undefined;
  colour: string;
  isBad?: boolean;
  isDoubtful?: boolean;
}

function Cell({
  name,
  figure,
  exact,
  small,
  now,
  values,
  colour,
  isBad = false,
  isDoubtful = false,
}: CellProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={exact}>
        <span class={isBad ? 'value bad' : 'value'}>
          {figure.text}
          {figure.unit !== '' && <small> {figure.unit}</small>}
        </span>
        {now !== undefined && <span class="note now">{now}</span>}
        <span class={isDoubtful ? 'note doubt' : 'note'}>
          {isDoubtful && '△ '}
          {small}
        </span>
        <Spark values={values ?? []} colour={colour} />
      </dd>
    </div>
  );
}
