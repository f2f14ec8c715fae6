import type { GridResource } from '../../../contract/resources/grid.ts';
import type { NodeResource, ToolResource } from '../../../contract/resources/node.ts';
import { Moment } from '../../components/moment.tsx';
import { SandboxNotes } from '../../components/sandbox-notes.tsx';
import { bytes, threeDigits, whole } from '../../format/figures.ts';

const busyShare = 0.9;
const clockLimitMs = 50;

/** Nodes of a grid with tools, health and resource usage. */
export function GridNodes({ grid }: { grid: GridResource }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable scroll container, not a form group.
    <div
      class="table"
      role="group"
      aria-label={`Nodes of ${grid.name}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {['Node', 'State', 'Tools'].map((name) => (
              <th key={name} scope="col" class="text">
                {name}
              </th>
            ))}
            {['CPU', 'Memory', 'Clock offset', 'Joined'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.nodes.map((node) => (
            <tr key={node.instance_id}>
              <td class="text" title={node.instance_id}>
                {node.index + 1} <span class="soft">{node.hostname || node.ip}</span>
              </td>
              <td class="text">
                <Health node={node} />
              </td>
              <td class="text tools">
                {node.tools.map((tool) => (
                  <Tool key={tool.tool} tool={tool} />
                ))}
              </td>
              <td>
                <Cpu node={node} />
              </td>
              <td>{memoryOf(node)}</td>
              <td>
                <Clock ms={node.clock_offset_ms} />
              </td>
              <td>{node.started === null ? '–' : <Moment at={node.started} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SandboxNotes nodes={grid.nodes} />
    </div>
  );
}

function Health({ node: { health, state } }: { node: NodeResource }) {
  if (health === 'lost') return <span class="bad">✕ lost</span>;
  if (health === 'ended' || health === 'stopping' || state === 'stopping')
    return <span class="soft">– stopping</span>;
  return <span class="good">✓ healthy</span>;
}

function Tool({ tool: { tool, version, available, missing, engines } }: { tool: ToolResource }) {
  const name = version === null ? tool : `${tool} ${version}`;
  if (available && engines && !engines.includes('apache'))
    return (
      <span class="tool doubt" title={missing.join(' ')}>
        △ {tool}, Spate’s own engine only
      </span>
    );
  return available ? (
    <span class="tool">{name}</span>
  ) : (
    <span class="tool doubt" title={missing.join(' ')}>
      △ {tool} unavailable
    </span>
  );
}

function Cpu({ node: { cpu, cores } }: { node: NodeResource }) {
  if (cpu === null) return <>–</>;
  const text = `${whole(cpu * 100)} %${cores === null ? '' : ` of ${cores} cores`}`;
  return cpu > busyShare ? <span class="doubt">△ {text}</span> : <span>{text}</span>;
}

function memoryOf({ memory_used_bytes: used, memory_bytes: all }: NodeResource): string {
  if (all === null) return '–';
  return used === null ? bytes(all) : `${bytes(used)} of ${bytes(all)}`;
}

function Clock({ ms }: { ms: number | null }) {
  if (ms === null) return <>–</>;
  const text = `${threeDigits(ms)} ms`;
  return Math.abs(ms) > clockLimitMs ? <span class="doubt">△ {text}</span> : <span>{text}</span>;
}
