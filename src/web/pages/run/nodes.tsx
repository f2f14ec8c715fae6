import { originText } from '../../../contract/origin-text.ts';
import type { RunViewResource, ViewNodeResource } from '../../../contract/resources/view.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Part } from '../../components/part.tsx';
import { SandboxNotes } from '../../components/sandbox-notes.tsx';
import { bytes, threeDigits, whole } from '../../format/figures.ts';
import { into, localAndUtc } from '../../format/moments.ts';

const clockLimitMs = 50;

const states: Record<ViewNodeResource['state'], string> = {
  assigned: 'waiting',
  preparing: 'preparing',
  ready: 'ready',
  running: 'running',
  ended: 'ended',
  delivered: 'finished',
  given_up: 'lost',
};

/** Nodes of the run with their resource usage. */
export function Nodes({ view }: { view: RunViewResource }) {
  const { nodes, node_count: all } = view;
  if (nodes.length === 0) return null;
  const aside = all > nodes.length && (
    <span class="soft">
      {whole(nodes.length)} of {whole(all)}
    </span>
  );
  return (
    <Part title="Nodes" aside={aside}>
      <DataTable
        caption="Nodes"
        columns={columnsOf(view.range.start)}
        count={nodes.length}
        rowAt={(index) => nodes[index]}
        keyOf={(node) => `${node.grid} ${node.node}`}
      />
      <SandboxNotes nodes={nodes} />
    </Part>
  );
}

const columnsOf = (startS: number): Column<ViewNodeResource>[] => [
  {
    key: 'node',
    name: 'Node',
    isText: true,
    cell: ({ origin, node, hostname }) => (
      <>
        {node + 1} <span class="soft">{hostname ?? originText(origin)}</span>
      </>
    ),
    title: ({ grid, region, origin }) =>
      `${origin}${grid === null ? '' : `, grid ${grid}`}, requested region ${region}`,
  },
  {
    key: 'state',
    name: 'State',
    isText: true,
    cell: ({ lost_at: lostAt, progress, state }) =>
      lostAt === null ? (progress ?? states[state]) : <Lost at={new Date(lostAt)} startS={startS} />,
  },
  { key: 'samples', name: 'Samples', cell: ({ samples }) => (samples === null ? '–' : whole(samples)) },
  {
    key: 'cpu',
    name: 'CPU',
    cell: ({ cpu_mean: mean, cpu_max: max, is_overloaded: isOver }) =>
      mean === null || max === null ? '–' : <Share mean={mean} max={max} isOver={isOver} />,
  },
  { key: 'cores', name: 'Cores', cell: ({ cores }) => cores ?? '–' },
  {
    key: 'memory',
    name: 'Memory',
    cell: ({ memory_used_max: used, memory_bytes: all }) =>
      used === null ? '–' : `${bytes(used)}${all === null ? '' : ` of ${bytes(all)}`}`,
  },
  {
    key: 'clock',
    name: 'Clock offset',
    cell: ({ clock_offset_ms: off }) => {
      if (off === null) return '–';
      const text = `${threeDigits(off)} ms`;
      return Math.abs(off) > clockLimitMs ? <span class="doubt">△ {text}</span> : text;
    },
  },
  {
    key: 'sandbox',
    name: 'Sandbox',
    isText: true,
    cell: ({ sandbox }) => (sandbox === 'none' ? <span class="doubt">△ none</span> : (sandbox ?? '–')),
    title: ({ sandbox_notes: notes }) => notes.join(' ') || undefined,
  },
];

/** Time of the last heartbeat. */
function Lost({ at, startS }: { at: Date; startS: number }) {
  return (
    <span class="bad" title={localAndUtc(at)}>
      ✕ lost at {into(at.getTime() / 1000 - startS)}
    </span>
  );
}

function Share({ mean, max, isOver }: { mean: number; max: number; isOver: boolean }) {
  const text = `${whole(mean * 100)} %, up to ${whole(max * 100)} %`;
  return isOver ? <span class="doubt">△ {text}</span> : <span>{text}</span>;
}
