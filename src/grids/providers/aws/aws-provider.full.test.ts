import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type AwsProxy, startAwsProxy } from '../../../../test/support/aws/aws-proxy.ts';
import { startMoto } from '../../../../test/support/aws/moto.ts';
import { needs } from '../../../../test/support/needs.ts';
import { AppError } from '../../../domain/errors.ts';
import type { CloudFields } from '../../../domain/grid.ts';
import { silentLog } from '../../../lib/log.ts';
import type { Machines, Provider } from '../../provider.ts';
import { installationTag, machineTags } from '../cloud/machine-tags.ts';
import { machinesOfNewGrid, provideMachines } from '../provider.conformance.ts';
import { createAwsProvider } from './aws-provider.ts';
import { checkAwsCredential } from './check-credential.ts';
import { type FoundMachine, findMachines } from './find-machines.ts';
import { clientToken } from './launch-request.ts';
import { freeActions, permissionsPolicy } from './policy.ts';
import { type AwsAccess, createAwsSessions } from './sessions.ts';
import { sweepMachines } from './sweep-machines.ts';

const skip = needs('pip');
const region = 'eu-central-1';
const keys: AwsAccess = { kind: 'keys', accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };
const installation = 'test-installation';
let moto: Awaited<ReturnType<typeof startMoto>>;
let proxy: AwsProxy;
/** moto has no Debian images. */
const image = '/aws/service/ami-amazon-linux-latest/amzn2-ami-hvm-x86_64-gp2';

if (!skip) {
  before(async () => {
    moto = await startMoto();
    proxy = await startAwsProxy(moto.url);
    process.env.AWS_ENDPOINT_URL = proxy.url;
    // Identity of the service, which assumes roles.
    process.env.AWS_ACCESS_KEY_ID = 'AKIASERVICE';
    process.env.AWS_SECRET_ACCESS_KEY = 'secret';
  });
  after(async () => {
    await proxy.stop();
    await moto.stop();
  });
  beforeEach(() => proxy.calls.splice(0));
}

async function session() {
  return createAwsSessions().open(keys, region);
}

function open({ access = keys }: { access?: AwsAccess } = {}): Provider {
  return createAwsProvider({
    sessions: createAwsSessions(),
    findAccess: async () => access,
    installation: async () => installation,
    image,
    joinLine: (token, args) =>
      `curl -fsS https://spate.example/join.sh | SPATE_JOIN_TOKEN=${token} sh -s -- ${args.join(' ')}`,
    joinLimitS: 120,
  });
}

function newMachines(cloud: CloudFields = {}): Machines {
  const machines = machinesOfNewGrid();
  return { ...machines, grid: { ...machines.grid, region, provider: 'aws', target: '1', cloud } };
}

async function found({ grid }: Machines): Promise<FoundMachine[]> {
  return findMachines(await session(), { [machineTags.grid]: grid.id });
}

async function live(machines: Machines): Promise<FoundMachine[]> {
  return (await found(machines)).filter(({ isLive }) => isLive);
}

async function endMachine(id: string): Promise<void> {
  const { TerminateInstancesCommand } = await import('./sdk.ts');
  await (await session()).ec2.send(new TerminateInstancesCommand({ InstanceIds: [id] }));
}

if (!skip)
  provideMachines({
    name: 'the AWS provider',
    async setUp() {
      const machines = newMachines();
      return {
        open,
        machines,
        running: async () => (await live(machines)).map(({ index }) => index),
        async crash(index) {
          for (const machine of await live(machines))
            if (machine.index === index) await endMachine(machine.id);
        },
        leftovers: async () => (await live(machines)).map(({ id }) => id),
      };
    },
  });

test('sends every field of a grid to AWS', { skip }, async () => {
  const { DescribeSubnetsCommand } = await import('./sdk.ts');
  const { Subnets: [subnet] = [] } = await (await session()).ec2.send(new DescribeSubnetsCommand());
  assert.ok(subnet?.SubnetId && subnet.VpcId && subnet.AvailabilityZone);
  const cloud = {
    aws_vpc_identifier: subnet.VpcId,
    aws_vpc_subnet_public: subnet.SubnetId,
    aws_availability_zone: subnet.AvailabilityZone,
    aws_tags: 'team=load',
    aws_spot_price: '12.5',
  };
  const machines = newMachines(cloud);
  const slots = machines.slots.slice(0, 1);
  assert.deepEqual((await open().ensure({ ...machines, slots })).problems, []);
  const [sent] = proxy.calls.filter(({ action }) => action === 'ec2:RunInstances');
  assert.ok(sent);
  const of = (name: string) => sent.params.get(name);
  const imageId = of('ImageId');
  assert.match(imageId ?? '', /^ami-/);
  assert.deepEqual(
    [
      'InstanceType',
      'ImageId',
      'MaxCount',
      'ClientToken',
      'InstanceInitiatedShutdownBehavior',
      'MetadataOptions.HttpTokens',
      'MetadataOptions.HttpPutResponseHopLimit',
      'BlockDeviceMapping.1.Ebs.Encrypted',
      'NetworkInterface.1.SubnetId',
      'NetworkInterface.1.AssociatePublicIpAddress',
      'Placement.AvailabilityZone',
      'InstanceMarketOptions.SpotOptions.MaxPrice',
      'IamInstanceProfile.Name',
    ].map(of),
    [
      'm5.large',
      imageId,
      '1',
      clientToken({ gridId: machines.grid.id, index: 0, attempt: 1 }),
      'terminate',
      'required',
      '1',
      'true',
      subnet.SubnetId,
      'true',
      subnet.AvailabilityZone,
      '0.125',
      null,
    ],
  );
  const script = Buffer.from(of('UserData') ?? '', 'base64').toString('utf8');
  assert.match(script, /sh -s -- --install --index 0 --name calm-reef-0; then/);
  await open().end(machines);
});

test('looks for machines before it starts some, and repeats the token of a request without an answer', {
  skip,
}, async () => {
  const machines = newMachines();
  const slots = machines.slots.slice(0, 1);
  proxy.fail('ec2:RunInstances', 'InternalError', 'An internal error has occurred');
  await open().ensure({ ...machines, slots });
  await open().ensure({ ...machines, slots });
  const actions = proxy.calls.map(({ action }) => action);
  assert.ok(actions.indexOf('ec2:DescribeInstances') < actions.indexOf('ec2:RunInstances'));
  const tokens = proxy.calls.flatMap(({ action, params }) =>
    action === 'ec2:RunInstances' ? [params.get('ClientToken')] : [],
  );
  assert.ok(tokens.length >= 2);
  assert.equal(new Set(tokens).size, 1);
  assert.equal((await live(machines)).length, 1);
  await open().end(machines);
});

for (const [code, message, says] of [
  [
    'InsufficientInstanceCapacity',
    'We currently do not have sufficient m5.large capacity in the Availability Zone you requested (eu-central-1a).',
    /^Nodes 0, 1 and 2 cannot start: AWS has no capacity for this instance type at the moment\..*InsufficientInstanceCapacity/,
  ],
  [
    'VcpuLimitExceeded',
    'You have requested more vCPU capacity than your current vCPU limit of 32 allows for the instance bucket that the specified instance type belongs to.',
    /cannot start: The vCPU quota of the AWS account is used up\./,
  ],
  [
    'SpotMaxPriceTooLow',
    'Your Spot request price of 0.001 is lower than the minimum required Spot request fulfillment price of 0.041.',
    /cannot start: aws_spot_price is below the current spot price\./,
  ],
] as const)
  test(`${code} is a problem of the grid, and a later attempt starts the nodes`, { skip }, async () => {
    const machines = newMachines();
    proxy.fail('ec2:RunInstances', code, message, 4);
    const { problems, present } = await open().ensure(machines);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', says);
    assert.ok((present?.size ?? 0) < 3);
    for (const { action } of proxy.calls) assert.notEqual(action, 'ec2:TerminateInstances');
    proxy.fail('none', '', '', 0);
    let last = await open().ensure(machines);
    while ((last.present?.size ?? 0) < 3) last = await open().ensure(machines);
    assert.equal((await live(machines)).length, 3);
    await open().end(machines);
  });

test('says why a machine ended, replaces it, and stops after five attempts', { skip }, async () => {
  const machines = newMachines();
  const one = { ...machines, slots: machines.slots.slice(0, 1) };
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    assert.deepEqual([...((await open().ensure(one)).present ?? [])], [0], `attempt ${attempt}`);
    const [machine] = await live(machines);
    assert.equal(machine?.attempt, attempt);
    await endMachine(machine?.id ?? '');
  }
  const joined = one.slots.map((slot) => ({ ...slot, machine: 'calm-reef-0-5' }));
  const { problems, present, incidents } = await open().ensure({ ...one, slots: joined });
  assert.deepEqual([...(present ?? [])], []);
  assert.deepEqual(
    incidents?.map(({ index, isGone }) => [index, isGone]),
    [[0, true]],
  );
  assert.match(incidents?.[0]?.sentence ?? '', /^AWS has ended machine i-\w+: .*\.$/);
  assert.match(
    problems[0] ?? '',
    /^The machine of node 0 has ended: .* It is not started again after 5 attempts\.$/,
  );
});

test('ends machines of this installation whose grid is gone, and no others', { skip }, async () => {
  const [kept, gone] = [newMachines(), newMachines()];
  for (const machines of [kept, gone])
    await open().ensure({ ...machines, slots: machines.slots.slice(0, 1) });
  const sweep = (name: string) =>
    sweepMachines(
      {
        sessions: createAwsSessions(),
        findAccess: async () => keys,
        installation: name,
        openGridIds: async () => new Set([kept.grid.id]),
        log: silentLog,
      },
      [{ accountId: 1, target: '1', region }],
    );
  await sweep('another-installation');
  assert.equal((await live(gone)).length, 1);
  await sweep(installation);
  assert.equal((await live(gone)).length, 0);
  assert.equal((await live(kept)).length, 1);
  await open().end(kept);
  const tagged = await findMachines(await session(), { [installationTag]: installation });
  assert.ok(
    tagged.every(({ isLive }) => !isLive),
    'nothing is left',
  );
});

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof AppError, String(error));
  return error;
}

function request(change: { region?: string; instanceType?: string; cloud?: CloudFields } = {}) {
  const spec = {
    region,
    infrastructure: 'hosted' as const,
    instanceQuantity: 1,
    instanceType: 'm5.large',
    stopAfterMin: 15,
    credentialId: 1,
    cloud: {},
    ...change,
  };
  return { accountId: 1, spec, target: '1', prefix: 'grid' };
}

test('checks a grid by a dry run, which starts nothing', { skip }, async () => {
  await open().check(request());
  const runs = proxy.calls.filter(({ action }) => action === 'ec2:RunInstances');
  assert.deepEqual(
    runs.map(({ params }) => params.get('DryRun')),
    ['true'],
  );
});

test('starts machines in the account of the operator with the identity of the service, and in no other', {
  skip,
}, async () => {
  const access: AwsAccess = { kind: 'service', account: '123456789012' };
  await open({ access }).check(request());
  const machines = newMachines();
  await open({ access }).ensure(machines);
  assert.equal((await live(machines)).length, 3);
  await open({ access }).end(machines);
  const moved = open({ access: { kind: 'service', account: '999999999999' } });
  assert.match(
    (await refusal(moved.check(request()))).message,
    /^The AWS identity of the service belongs to account 123456789012, but SPATE_DEMAND has account 999999999999\.$/,
  );
});

test('rejects unknown regions, instance types and networks, with what is known', { skip }, async () => {
  const check = async (change: Parameters<typeof request>[0]) => refusal(open().check(request(change)));
  const unknown = await check({ region: 'eu-moon-1' });
  assert.match(
    unknown.message,
    /^grid\[region\] "eu-moon-1" is not a region .* Use one of: .*eu-central-1, .*us-east-1/,
  );
  assert.equal(unknown.code, 'invalid');
  for (const instanceType of ['local', 'm99.large'])
    assert.match(
      (await check({ instanceType })).message,
      /^grid\[instance_type\] ".*" is not an instance type of AWS in eu-central-1\. Use one such as m5\.large/,
    );
  assert.match(
    (await check({ cloud: { aws_vpc_subnet_public: 'subnet-0123' } })).message,
    /^The subnet does not exist/,
  );
  assert.match(
    (await check({ cloud: { aws_vpc_identifier: 'vpc-0123' } })).message,
    /^VPC vpc-0123 has no subnet\./,
  );
  assert.match((await check({ cloud: { aws_tags: 'aws:x=1' } })).message, /reserved/);
});

test('rejects a grid whose credential lacks a permission, with the policy to add', { skip }, async () => {
  proxy.fail(
    'ec2:RunInstances',
    'UnauthorizedOperation',
    'You are not authorized to perform this operation. User: arn:aws:iam::123456789012:user/ci is not authorized to perform: ec2:RunInstances.',
  );
  const { code, message } = await refusal(open().check(request()));
  assert.equal(code, 'credential_rejected');
  assert.ok(message.endsWith(`The policy to add: ${JSON.stringify(permissionsPolicy())}`), message);
});

test('checks a credential when it is added, and assumes a role with the external id', { skip }, async () => {
  const sessions = createAwsSessions();
  const key = { arn: null, accessKeyId: 'AKIAEXAMPLE', secret: 'secret' };
  assert.equal(await checkAwsCredential(sessions, key, 'spate-1'), '123456789012');
  const role = { arn: 'arn:aws:iam::111122223333:role/spate', accessKeyId: null, secret: null };
  assert.equal(await checkAwsCredential(sessions, role, 'spate-1'), '111122223333');
  const assume = proxy.calls.filter(({ action }) => action === 'sts:AssumeRole');
  assert.deepEqual(
    assume.map(({ params }) => params.get('ExternalId')),
    ['spate-1'],
  );
  await sessions.open({ kind: 'role', arn: role.arn, externalId: 'spate-1' }, region);
  assert.equal(assume.length, 1, 'the keys of the role are reused');

  proxy.fail(
    'sts:GetCallerIdentity',
    'InvalidClientTokenId',
    'The security token included in the request is invalid.',
  );
  const wrong = await refusal(checkAwsCredential(createAwsSessions(), key, 'spate-1'));
  assert.equal(wrong.code, 'credential_rejected');
  assert.match(wrong.message, /^AWS does not know the access key\./);
  proxy.fail(
    'sts:AssumeRole',
    'AccessDenied',
    'User: arn:aws:iam::1:user/x is not authorized to perform: sts:AssumeRole',
  );
  const denied = await refusal(checkAwsCredential(createAwsSessions(), role, 'spate-1'));
  assert.match(
    denied.message,
    /^AWS denies access\. The role must trust the identity of the service with the external id/,
  );
});

test('the policy allows exactly the calls that are made', { skip }, async () => {
  const sessions = createAwsSessions();
  await checkAwsCredential(sessions, { arn: null, accessKeyId: 'AKIAEXAMPLE', secret: 's' }, 'e');
  const { DescribeSubnetsCommand } = await import('./sdk.ts');
  const { Subnets: [subnet] = [] } = await (await session()).ec2.send(new DescribeSubnetsCommand());
  const cloud = { aws_vpc_subnet_public: subnet?.SubnetId ?? '' };
  await open().check(request({ cloud }));
  const machines = newMachines(cloud);
  await open().ensure(machines);
  await open().observe(machines);
  await open().end(machines);
  const made = new Set(proxy.calls.map(({ action }) => action));
  // RunInstances with tags requires it.
  made.add('ec2:CreateTags');
  for (const free of freeActions) made.delete(free);
  const { Statement } = permissionsPolicy() as { Statement: { Action: string | string[] }[] };
  assert.deepEqual([...made].sort(), Statement.flatMap(({ Action }) => Action).sort());
});
