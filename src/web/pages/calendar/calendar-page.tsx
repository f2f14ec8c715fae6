import { useMemo } from 'preact/hooks';
import type { CalendarEntryResource } from '../../../contract/resources/calendar.ts';
import { shownVerdict, verdictSigns } from '../../../contract/verdict-words.ts';
import { api } from '../../app/api.ts';
import { pageLocation, setParams } from '../../app/location.ts';
import type { PageProps } from '../../app/page.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { localAndUtc } from '../../format/moments.ts';
import '../runs/runs.css';
import './calendar.css';
import { daysOfMonth, monthText, parseMonth } from './days-of-month.ts';

const maxShown = 6;

/** A month of runs and of planned times, in the time zone of the browser. */
export default function CalendarPage(_: PageProps) {
  const now = new Date();
  const { year, month } = parseMonth(pageLocation.value.params.get('month')) ?? {
    year: now.getFullYear(),
    month: now.getMonth() + 1,
  };
  const days = useMemo(() => daysOfMonth(year, month), [year, month]);
  const [from = now, last = now] = [days[0], days.at(-1)];
  const to = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  const loaded = useLoaded(
    (signal) => api.calendar({ from: from.toISOString(), to: to.toISOString() }, { signal }),
    [year, month],
  );
  const byDay = useMemo(
    () => Map.groupBy(loaded.value?.entries ?? [], ({ at }) => new Date(at).toDateString()),
    [loaded.value],
  );
  const show = (offset: number) => setParams({ month: monthText(year, month + offset) }, 'push');
  const title = new Date(year, month - 1, 1).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
  return (
    <article class="runs calendar">
      <header class="head">
        <h1>{title}</h1>
        <p class="soft">What ran and will run, in {Intl.DateTimeFormat().resolvedOptions().timeZone} time</p>
        <div class="run-actions">
          <button type="button" onClick={() => show(-1)}>
            Previous month
          </button>
          <button type="button" onClick={() => setParams({ month: undefined }, 'push')}>
            Today
          </button>
          <button type="button" onClick={() => show(1)}>
            Next month
          </button>
        </div>
      </header>
      {loaded.error && <Failed error={loaded.error} retry={loaded.reload} />}
      {!loaded.value && !loaded.error && <Loading what="calendar" />}
      {loaded.value && (
        <ol class="days">
          {days.map((day) => (
            <Day
              key={day.getTime()}
              day={day}
              isOther={day.getMonth() !== month - 1}
              isToday={day.toDateString() === now.toDateString()}
              entries={byDay.get(day.toDateString()) ?? []}
            />
          ))}
        </ol>
      )}
      {loaded.value?.entries.length === 0 && (
        <p class="soft">
          Nothing ran or is planned. A schedule of a <a href="/app/tests">test</a> starts runs at given times.
        </p>
      )}
    </article>
  );
}

interface DayProps {
  day: Date;
  isOther: boolean;
  isToday: boolean;
  entries: readonly CalendarEntryResource[];
}

function Day({ day, isOther, isToday, entries }: DayProps) {
  const name = day.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
  const classes = ['day', isOther && 'other', isToday && 'today', entries.length === 0 && 'empty'];
  const [shown, rest] = [entries.slice(0, maxShown), entries.slice(maxShown)];
  return (
    <li class={classes.filter(Boolean).join(' ')} aria-current={isToday ? 'date' : undefined}>
      <h2>{name}</h2>
      <Entries entries={shown} />
      {rest.length > 0 && (
        <details>
          <summary>{count(rest.length, 'more', 'more')}</summary>
          <Entries entries={rest} />
        </details>
      )}
    </li>
  );
}

function Entries({ entries }: { entries: readonly CalendarEntryResource[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.kind} ${entry.run ?? entry.test}`}>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function toneOf({ kind, tone }: CalendarEntryResource): { tone: string; sign: string } {
  if (kind === 'planned') return { tone: 'soft', sign: '○' };
  if (kind === 'missed') return { tone: 'bad', sign: verdictSigns.bad };
  return tone === null ? { tone: '', sign: verdictSigns.going } : { tone, sign: verdictSigns[tone] };
}

function Entry({ entry }: { entry: CalendarEntryResource }) {
  const { at, kind, name, project, run, test, verdict, reason } = entry;
  const date = new Date(at);
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const word =
    kind === 'run'
      ? verdict === null
        ? 'Active'
        : shownVerdict[verdict]
      : kind === 'planned'
        ? 'Planned'
        : 'No run';
  const { tone, sign } = toneOf(entry);
  const href = run === null ? `/app/tests/${test}` : `/app/runs/${run}`;
  const title = [localAndUtc(date), `project ${project}`, word, reason].filter(Boolean).join(', ');
  return (
    <a href={href} title={title}>
      <span class={tone}>
        <span aria-hidden="true">{sign}</span>
        <span class="hidden">{word}</span>
      </span>{' '}
      <time dateTime={at}>{time}</time> {name ?? 'Unnamed run'}
    </a>
  );
}
