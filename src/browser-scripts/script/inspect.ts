import { AppError } from '../../domain/errors.ts';
import type { UserIdentity } from '../../tool-process/user-identity.ts';
import type { InspectScript } from './contract.ts';
import { describeFailure } from './errors/failure.ts';
import { SourceLines } from './errors/source-lines.ts';
import { loadScript } from './load.ts';

const inspector: UserIdentity = {
  userIndex: 0,
  nodeIndex: 0,
  gridIndex: 0,
  nodeCount: 1,
  gridNumber: 0,
  nodeNumber: 0,
  runNumber: 0,
  projectNumber: 0,
  region: 'local',
  isLoadTest: true,
};

/** Evaluates a script once without a browser, in the current process, which must be sandboxed. */
export const inspectScript: InspectScript = async (script, filesFolder, leasedFiles = []) => {
  const lines = new SourceLines(script);
  const warnings: string[] = [];
  const onLog = (from: string, level: string, text: string) => {
    if (from === 'runner' && level === 'warn') warnings.push(text);
  };
  try {
    const leased = { files: leasedFiles, nextRow: async () => null };
    const { plan, settings } = await loadScript({ script, identity: inspector, filesFolder, leased, onLog });
    await plan.data.load('1').catch((error: unknown) => warnings.push(describeFailure(error, lines).message));
    if (plan.steps.length === 0) warnings.push(`${script.name} has no steps.`);
    return { steps: plan.steps.map(({ name }) => name), settings: { ...settings }, warnings };
  } catch (error) {
    throw new AppError('plan_broken', `${script.name}: ${describeFailure(error, lines).message}`);
  }
};
