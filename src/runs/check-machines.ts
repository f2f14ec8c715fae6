import { AppError } from '../domain/errors.ts';
import type { Node, NodeInfo } from '../domain/node.ts';
import { toolOnNode } from '../domain/node-tools.ts';
import { isEngineThere, type ToolAvailability, type ToolName } from '../domain/tool.ts';
import { usersThatFit } from '../domain/tool-capacity.ts';
import type { Placement } from '../grids/placement.ts';
import type { GridRecord } from '../store/grids.ts';
import { nodesOfGrid } from '../store/nodes.ts';
import type { FileCheck } from './check-files.ts';
import type { RunContext } from './run-context.ts';
import type { GridChoice, NewRun } from './runs.ts';

/** A grid choice with existing grids resolved. */
export type SettledChoice =
  | { kind: 'existing'; grid: GridRecord }
  | (Extract<GridChoice, { kind: 'new' }> & { placement: Placement });

export function placementOf(choice: SettledChoice): Placement {
  return choice.kind === 'existing' ? choice.grid : choice.placement;
}

interface Machine {
  where: string;
  tool: ToolAvailability;
  /** Memory limit of one execution. */
  memoryBytes: number;
}

type MachineNeeds = Pick<NewRun, 'tool' | 'threads'> & Pick<FileCheck, 'engine' | 'engineReasons'>;

/** Rejects runs that a known machine of the chosen grids cannot execute. */
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

/** Rejects plans whose engine, or Java for their scripts, is missing although the tool is available. */
function checkEngine({ where, tool }: Machine, needs: MachineNeeds): void {
  if (isEngineThere(tool, engineOnMachine(needs))) return;
  const [first] = needs.engineReasons;
  const why = first ? ` This plan requires it. ${first.place}: ${first.reason}` : '';
  const what = needs.engine === 'spate' ? 'the scripts of this plan' : 'Apache JMeter';
  const message = `${where} cannot run ${what}: ${tool.missing.join(' ')}${why}`;
  throw new AppError('tool_unavailable', message, [
    { code: 'tool_unavailable', message, field: 'run[engine]' },
  ]);
}

/** Scripts in a JVM have the requirements of Apache JMeter. */
const engineOnMachine = ({ engine, engineReasons }: MachineNeeds) =>
  engine === 'spate' && engineReasons.length > 0 ? 'apache' : engine;

function checkThreads({ where, tool: { tool }, memoryBytes }: Machine, threads: number | null): void {
  const most = usersThatFit(tool, memoryBytes);
  if ((threads ?? 1) <= most) return;
  const room = `the ${Math.floor(memoryBytes / 2 ** 20)} MiB of one execution`;
  const message =
    most === 0
      ? `${where} cannot run a single thread of ${tool} in ${room}. Raise SPATE_EXECUTION_MEMORY_MB, or choose another grid.`
      : `${where} can run at most ${most} threads of ${tool} in ${room}; run[threads] requests ${threads} per node. Use ${most} threads on more nodes, or raise SPATE_EXECUTION_MEMORY_MB.`;
  throw new AppError('over_capacity', message, [{ code: 'over_capacity', message, field: 'run[threads]' }]);
}

/** Machines that have reported their tools. Future local nodes are represented by this machine. */
async function machinesOf(
  context: RunContext,
  needs: MachineNeeds,
  choice: SettledChoice,
): Promise<Machine[]> {
  const { tool } = needs;
  const engine = engineOnMachine(needs);
  const { database } = context.grids;
  const isLocal = placementOf(choice).provider === 'local';
  const nodes = choice.kind === 'existing' ? await nodesOfGrid(database, choice.grid.id) : [];
  const known = nodes.flatMap((node) =>
    node.info && node.state !== 'ended' ? [machineOfNode(node, node.info, tool)] : [],
  );
  if (!isLocal) return known;
  // A tool missing in the last report of a local node may have been installed since.
  if (known.length > 0 && known.every((machine) => isEngineThere(machine.tool, engine))) return known;
  return [await thisMachine(context, tool)];
}

function machineOfNode(node: Node, info: NodeInfo, tool: ToolName): Machine {
  return {
    where: `Node ${node.index} (${info.hostname})`,
    tool: toolOnNode(info, tool),
    // Agents that do not report a limit use half of the machine's memory.
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
