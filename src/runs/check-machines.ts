import { AppError } from '../domain/errors.ts';
import type { Node, NodeInfo } from '../domain/node.ts';
import { toolOnNode } from '../domain/node-tools.ts';
import { isEngineThere, type ToolAvailability, type ToolName } from '../domain/tool.ts';
import { usersThatFit } from '../domain/tool-capacity.ts';
import { providerNameFor } from '../grids/grid-context.ts';
import type { GridRecord } from '../store/grids.ts';
import { nodesOfGrid } from '../store/nodes.ts';
import type { FileCheck } from './check-files.ts';
import type { RunContext } from './run-context.ts';
import type { GridChoice, NewRun } from './runs.ts';

/** Where a run is to go, once it is known which grids are there. */
export type SettledChoice = { kind: 'existing'; grid: GridRecord } | Extract<GridChoice, { kind: 'new' }>;

interface Machine {
  where: string;
  tool: ToolAvailability;
  /** What one execution may use on it. */
  memoryBytes: number;
}

type MachineNeeds = Pick<NewRun, 'tool' | 'threads'> & Pick<FileCheck, 'engine' | 'engineReasons'>;

/** Refuses what a machine of the chosen grids cannot run or carry, as far as that is known now. */
export async function checkMachines(
  context: RunContext,
  run: MachineNeeds,
  choices: SettledChoice[],
): Promise<void> {
  const { threads } = run;
  for (const choice of choices) {
    for (const machine of await machinesOf(context, run, choice)) {
      checkTool(machine);
      checkEngine(machine, run);
      checkThreads(machine, threads);
    }
  }
}

function checkTool({ where, tool }: Machine): void {
  if (tool.isAvailable) return;
  const message = `${where} cannot run ${tool.tool}: ${tool.missing.join(' ')}`;
  throw new AppError('tool_unavailable', message, [
    { code: 'tool_unavailable', message, field: 'run[tool]' },
  ]);
}

/** The tool is there, but not what runs this plan. */
function checkEngine({ where, tool }: Machine, { engine, engineReasons: [first] }: MachineNeeds): void {
  if (isEngineThere(tool, engine)) return;
  const why = first ? ` It is needed for this plan. ${first.place}: ${first.reason}` : '';
  const message = `${where} cannot run Apache JMeter: ${tool.missing.join(' ')}${why}`;
  throw new AppError('tool_unavailable', message, [
    { code: 'tool_unavailable', message, field: 'run[engine]' },
  ]);
}

function checkThreads({ where, tool: { tool }, memoryBytes }: Machine, threads: number | null): void {
  const most = usersThatFit(tool, memoryBytes);
  if ((threads ?? 1) <= most) return;
  const room = `the ${Math.floor(memoryBytes / 2 ** 20)} MiB that an execution has there`;
  const message =
    most === 0
      ? `${where} carries no user of ${tool}, not even one, in ${room}. Give executions more memory (SPATE_EXECUTION_MEMORY_MB), or choose another grid.`
      : `${where} carries ${most} threads of ${tool} in ${room}, and run[threads] asks each node for ${threads}. Ask for ${most} and more nodes, or give executions more memory (SPATE_EXECUTION_MEMORY_MB).`;
  throw new AppError('over_capacity', message, [{ code: 'over_capacity', message, field: 'run[threads]' }]);
}

/** The machines that are there and have said what they can do; nodes yet to come on this machine are like this machine. */
async function machinesOf(
  context: RunContext,
  { tool, engine }: MachineNeeds,
  choice: SettledChoice,
): Promise<Machine[]> {
  const { database } = context.grids;
  const isLocal =
    (choice.kind === 'existing' ? choice.grid.provider : providerNameFor(choice.spec.infrastructure)) ===
    'local';
  const nodes = choice.kind === 'existing' ? await nodesOfGrid(database, choice.grid.id) : [];
  const known = nodes.flatMap((node) =>
    node.info && node.state !== 'ended' ? [toldBy(node, node.info, tool)] : [],
  );
  if (!isLocal) return known;
  // What was missing when a node of this machine last spoke may have been installed since.
  if (known.length > 0 && known.every((machine) => isEngineThere(machine.tool, engine))) return known;
  return [await thisMachine(context, tool)];
}

function toldBy(node: Node, info: NodeInfo, tool: ToolName): Machine {
  return {
    where: `Node ${node.index} (${info.hostname})`,
    tool: toolOnNode(info, tool),
    // Agents that do not say it give an execution half of their machine.
    memoryBytes: info.executionMemoryBytes ?? Math.floor(info.memoryBytes / 2),
  };
}

async function thisMachine(context: RunContext, tool: ToolName): Promise<Machine> {
  return {
    where: 'This machine',
    tool: await context.localTool(tool),
    memoryBytes: context.settings.localExecutionMemoryBytes,
  };
}
