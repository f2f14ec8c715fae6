import type { RunViewResource } from '../../../contract/resources/view.ts';
import { Moment } from '../../components/moment.tsx';
import { count } from '../../format/figures.ts';
import { span } from '../../format/moments.ts';
import { dollars, isCharged } from '../../format/money.ts';

const engineNames = { spate: 'on Spate’s own engine', apache: 'on Apache JMeter' };

/** Tool, settings and start time of the run in one line; in the report also its end, and no links. */
export function Facts({ view, isReport = false }: { view: RunViewResource; isReport?: boolean }) {
  const settings = [
    view.tool,
    view.engine === null ? undefined : engineNames[view.engine],
    view.project,
    view.threads === null ? undefined : `${count(view.threads, 'virtual user')} per node`,
    view.rampup === null ? undefined : `ramp-up ${span(view.rampup)}`,
    view.duration === null ? undefined : `duration ${span(view.duration)}`,
    view.node_count > 0 ? count(view.node_count, 'node') : undefined,
    isCharged(view.cost)
      ? `${count(view.node_minutes ?? 0, 'node-minute')}, ${dollars(view.cost)}`
      : undefined,
  ].filter((setting) => setting !== undefined);
  return (
    <p class="facts">
      {settings.map((setting) => (
        <span key={setting}>{setting}</span>
      ))}
      {view.tag_list.map((tag) => (
        <span key={tag} class="tag">
          {tag}
        </span>
      ))}
      <span>
        {view.started === null ? 'created ' : 'started '}
        <Moment at={view.started ?? view.created} />
      </span>
      {isReport && view.stopped !== null && (
        <span>
          stopped <Moment at={view.stopped} />
        </span>
      )}
      {view.started_by !== null && (
        <span title={view.started_by.email}>by {view.started_by.name ?? view.started_by.email}</span>
      )}
      {view.access.is_member && view.started_by === null && view.repeat_of !== null && (
        <span>by webhook</span>
      )}
      {view.privacy === 'public' && <span>public</span>}
      {view.repeat_of !== null && (
        <span>
          repeat of{' '}
          {isReport ? (
            <span class="id">{view.repeat_of}</span>
          ) : (
            <a href={`/app/runs/${view.repeat_of}`}>an earlier run</a>
          )}
        </span>
      )}
      <span class="id">{view.uuid}</span>
    </p>
  );
}
