import { useState } from 'preact/hooks';
import { originText } from '../../../contract/origin-text.ts';
import type { GridResource } from '../../../contract/resources/grid.ts';
import { api } from '../../app/api.ts';
import { toContractError } from '../../app/use-loaded.ts';
import { CopyLine } from '../../components/copy.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Icon } from '../../components/icons.tsx';
import { Moment } from '../../components/moment.tsx';
import { Part } from '../../components/part.tsx';
import { count, whole } from '../../format/figures.ts';
import { dollars, isCharged } from '../../format/money.ts';
import { GridNodes } from './grid-nodes.tsx';

const statusWords: Record<GridResource['status'], { sign: string; word: string; tone: string }> = {
  queued: { sign: '○', word: 'queued', tone: 'soft' },
  starting: { sign: '○', word: 'starting', tone: 'soft' },
  started: { sign: '●', word: 'running', tone: 'good' },
  stopped: { sign: '–', word: 'stopped', tone: 'soft' },
  invoiced: { sign: '–', word: 'stopped', tone: 'soft' },
};

interface GridPartProps {
  grid: GridResource;
  mayStop: boolean;
  onChange: () => void;
}

/** One grid with its nodes, join command and stop button. */
export function GridPart({ grid, mayStop, onChange }: GridPartProps) {
  const [isAsking, setAsking] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { sign, word, tone } = statusWords[grid.status];
  const isShared = grid.infrastructure === 'shared';
  const missing = grid.instance_quantity - grid.nodes.length;
  const stop = async () => {
    setStopping(true);
    setProblem(undefined);
    try {
      await api.grids.terminate(grid.uuid);
      onChange();
    } catch (thrown) {
      setProblem(toContractError(thrown).message);
    } finally {
      setStopping(false);
    }
  };
  const aside = (
    <>
      <span class={tone}>
        <span aria-hidden="true">{sign}</span> {word}
      </span>
      <span class="soft">
        <span title={`Requested region: ${grid.region}`}>{kindOf(grid)}</span>
        {isShared
          ? `, ${count(grid.nodes.length, 'node')}`
          : `, ${whole(grid.nodes.length)} of ${count(grid.instance_quantity, 'node')}`}
        {grid.stops_at !== null && (
          <>
            , stops <Moment at={grid.stops_at} />
          </>
        )}
        {!isShared && costText(grid)}
      </span>
      <span class="soft id">{grid.uuid}</span>
      {mayStop && !isShared && (
        <button type="button" class="warning" disabled={isStopping} onClick={() => setAsking(true)}>
          <Icon name="stop" /> {isStopping ? 'Stopping' : 'Stop grid'}
          <span class="hidden"> {grid.name}</span>
        </button>
      )}
    </>
  );
  return (
    <Part title={shortName(grid)} aside={aside}>
      {problem !== undefined && (
        <p class="bad" role="alert">
          ✕ {problem}
        </p>
      )}
      {grid.problems.map((text) => (
        <p key={text} class="bad">
          ✕ {text}
        </p>
      ))}
      {grid.warnings.map((warning) => (
        <p key={warning} class="doubt">
          △ {warning}
        </p>
      ))}
      {grid.join_command !== null && (
        <div class="join">
          <p>
            {missing > 0
              ? `Waiting for ${whole(missing)} of ${count(grid.instance_quantity, 'machine')}. Run this on each:`
              : 'All machines have joined. To reconnect a lost machine, run:'}
          </p>
          <CopyLine text={grid.join_command} />
        </div>
      )}
      {grid.nodes.length > 0 ? (
        <GridNodes grid={grid} />
      ) : (
        grid.join_command === null && <p class="soft">No nodes have joined yet.</p>
      )}
      {isAsking && (
        <Confirm
          title={`Stop ${shortName(grid)}?`}
          action="Stop grid"
          isDangerous
          onConfirm={() => void stop()}
          onClose={() => setAsking(false)}
        >
          <p>This stops its nodes and any run on them. Results recorded so far are kept.</p>
        </Confirm>
      )}
    </Part>
  );
}

/** Empty if its nodes cost nothing. */
function costText({ price_per_node_hour: price, cost, estimated_cost: estimate }: GridResource): string {
  if (price === null) return ', price unknown';
  if (!isCharged(price)) return '';
  return `, ${dollars(cost)} so far, ${dollars(estimate)} until it stops`;
}

/** The grid's name without its id, which is shown separately. */
export function shortName({ name, uuid }: Pick<GridResource, 'name' | 'uuid'>): string {
  return name.endsWith(`-${uuid}`) ? name.slice(0, -uuid.length - 1) : name;
}

function kindOf({ infrastructure, origin }: GridResource): string {
  const kind = { demand: 'On demand', hosted: 'Hosted', shared: 'Shared' }[infrastructure];
  return `${kind}, on ${originText(origin)}`;
}
