import { AppError } from '../../../domain/errors.ts';
import type { GridRequest } from '../../provider.ts';
import { invalidField, rejectedCredential, unreachableCloud } from '../cloud/rejections.ts';
import { requireRoleArn } from './check-credential.ts';
import { faultOf, fieldOf, isDenied, isOfCredential, sentenceOf } from './faults.ts';
import { tagsOf } from './grid-fields.ts';
import { launchRequest } from './launch-request.ts';
import { planLaunch } from './plan-launch.ts';
import { permissionsPolicy } from './policy.ts';
import type { AwsProviderOptions } from './provider-options.ts';
import { type AwsAccess, type AwsSessions, anyRegion } from './sessions.ts';

type CheckOptions = Pick<AwsProviderOptions, 'sessions' | 'findAccess' | 'installation' | 'image'>;

/** Throws AppError unless AWS would start the machines of this grid, verified by a dry run. */
export async function checkAwsGrid(options: CheckOptions, request: GridRequest): Promise<void> {
  const { spec, accountId, target, prefix } = request;
  const isArn = target?.startsWith('arn:') === true;
  const credentialField = isArn ? `${prefix}[aws_arn]` : `${prefix}[credential_id]`;
  if (isArn) requireRoleArn(target, credentialField);
  tagsOf(spec.cloud, prefix);
  try {
    const access = await options.findAccess(accountId, target);
    if (access.kind === 'service') await requireAccount(options.sessions, access);
    await requireRegion(options.sessions, access, spec.region, `${prefix}[region]`);
    const session = await options.sessions.open(access, spec.region);
    const settings = { image: options.image, installation: await options.installation() };
    const plan = await planLaunch(session, settings, { ...spec, accountId }, prefix);
    const trial = { gridId: 'trial', gridName: 'trial', index: 0, attempt: 1, userData: '' };
    const { ClientToken: _, ...launch } = launchRequest(plan, trial);
    const { RunInstancesCommand } = await import('./sdk.ts');
    await session.ec2.send(new RunInstancesCommand({ ...launch, DryRun: true }));
  } catch (error) {
    if (error instanceof AppError) throw error;
    const fault = faultOf(error);
    if (fault.code === 'DryRunOperation') return;
    const down = unreachableCloud('AWS', error);
    if (down) throw down;
    const sentence = sentenceOf(fault);
    if (isDenied(fault))
      throw rejectedCredential(
        credentialField,
        `${sentence} The policy to add: ${JSON.stringify(permissionsPolicy())}`,
      );
    throw isOfCredential(fault)
      ? rejectedCredential(credentialField, sentence)
      : invalidField(`${prefix}[${fieldOf(fault)}]`, sentence);
  }
}

/** A service that moved to another account must not start machines there unnoticed. */
async function requireAccount(
  sessions: AwsSessions,
  access: Extract<AwsAccess, { kind: 'service' }>,
): Promise<void> {
  const account = await sessions.identify(access);
  if (account !== access.account)
    throw new AppError(
      'invalid',
      `The AWS identity of the service belongs to account ${account}, but SPATE_DEMAND has account ${access.account}.`,
    );
}

async function requireRegion(
  sessions: AwsSessions,
  access: AwsAccess,
  region: string,
  field: string,
): Promise<void> {
  const { DescribeRegionsCommand } = await import('./sdk.ts');
  const { ec2 } = await sessions.open(access, anyRegion);
  const { Regions = [] } = await ec2.send(new DescribeRegionsCommand());
  const known = Regions.map(({ RegionName }) => RegionName ?? '').sort();
  if (!known.includes(region))
    throw invalidField(
      field,
      `${field} "${region}" is not a region of this AWS account. Use one of: ${known.join(', ')}.`,
    );
}
