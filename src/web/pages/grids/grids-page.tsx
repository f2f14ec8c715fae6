import { useState } from 'preact/hooks';
import type { GridListResource } from '../../../contract/resources/grid.ts';
import { api } from '../../app/api.ts';
import type { PageProps } from '../../app/page.ts';
import { canOperate, session } from '../../app/session.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { usePolling } from '../../app/use-polling.ts';
import { Failed, Loading } from '../../components/states.tsx';
import { count } from '../../format/figures.ts';
import { Budget } from './budget.tsx';
import { GridPart } from './grid-part.tsx';
import './grids.css';
import { StartGrid } from './start-grid.tsx';
import { Usage } from './usage.tsx';

const refreshMs = 3000;

/** Running grids, their nodes, and the usage of stopped grids. */
export default function GridsPage(_: PageProps) {
  const round = usePolling(refreshMs);
  const grids = useLoaded((signal) => api.grids.list({ signal }), [round]);
  const [isStarting, setStarting] = useState(false);
  if (!grids.value)
    return grids.error ? <Failed error={grids.error} retry={grids.reload} /> : <Loading what="grids" />;
  const all = grids.value._embedded.grids;
  const isAllowed = canOperate(session.value);
  return (
    <article class="grids">
      <header class="head">
        <h1>Grids</h1>
        <p class="soft">
          {count(all.length, 'grid')}, {count(nodesOf(all), 'node')}
        </p>
        {isAllowed && !isStarting && (
          <button type="button" class="primary" onClick={() => setStarting(true)}>
            New grid
          </button>
        )}
      </header>
      {isStarting && (
        <StartGrid
          onClose={() => setStarting(false)}
          onStarted={() => {
            setStarting(false);
            grids.reload();
          }}
        />
      )}
      {grids.error && (
        <p class="doubt" role="status">
          △ Could not refresh the list: {grids.error.message} Retrying automatically.
        </p>
      )}
      {all.map((grid) => (
        <GridPart key={grid.uuid} grid={grid} mayStop={isAllowed} onChange={grids.reload} />
      ))}
      <Budget gridIds={all.map(({ uuid }) => uuid)} />
      <Usage gridIds={all.map(({ uuid }) => uuid)} />
    </article>
  );
}

function nodesOf(grids: GridListResource['_embedded']['grids']): number {
  return grids.reduce((sum, { nodes }) => sum + nodes.length, 0);
}
