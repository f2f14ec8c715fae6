import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { makeCertificates } from '../../../src/agent/testing/certificates.ts';
import { newId } from '../../../src/lib/id.ts';
import { ArmError, ArmResources, type Body, type Completion } from './arm-resources.ts';
import { answerSignIn } from './sign-in.ts';

export const subscriptionId = '11111111-2222-3333-4444-555555555555';

export interface ArmCall {
  /** As in a role: `Microsoft.Compute/virtualMachineScaleSets/write`. */
  action: string;
  body: Body;
}

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

interface Request {
  method: string;
  url: URL;
  body: Body;
}

const operationMs = 30;
const pageSize = 2;
const unlimited = [{ actions: ['*'], notActions: [] as string[] }];

/**
 * Emulates Azure Resource Manager and its sign-in, on a loopback port with TLS: the documented states, errors and
 * long-running operations (201 or 202 with Azure-AsyncOperation or Location, and Retry-After) that grids use.
 */
export async function startArm() {
  const resources = new ArmResources();
  const calls: ArmCall[] = [];
  const faults: { action: string; error: ArmError; times: number }[] = [];
  const operations = new Map<string, { error?: { code: string; message: string }; isDone: boolean }>();
  const arm = { resources, calls, permissions: unlimited, unregistered: new Set<string>() };
  const certificates = await makeCertificates(['127.0.0.1']);
  let base = '';

  /** Headers of an operation that completes shortly. */
  function begin(complete: Completion, header: 'azure-asyncoperation' | 'location'): Record<string, string> {
    const id = newId();
    operations.set(id, { isDone: false });
    setTimeout(() => {
      const error = complete();
      operations.set(id, { isDone: true, ...(error && { error }) });
    }, operationMs);
    const kind =
      header === 'location' ? 'operationresults' : 'providers/Microsoft.Compute/locations/here/operations';
    return {
      [header]: `${base}/subscriptions/${subscriptionId}/${kind}/${id}?api-version=2024-01-01`,
      'retry-after': '0',
    };
  }

  function operationState(id: string): Reply {
    const { isDone = true, error } = operations.get(id) ?? {};
    if (!isDone) return { status: 200, body: { status: 'InProgress' } };
    return { status: 200, body: error ? { status: 'Failed', error } : { status: 'Succeeded' } };
  }

  function answer({ method, url, body }: Request): Reply {
    const [, subscription = '', rest = ''] = /^\/subscriptions\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    const operation = /operations\/(\w+)$/.exec(rest)?.[1];
    const result = /^operationresults\/(\w+)$/.exec(rest)?.[1];
    if (result !== undefined)
      return {
        status: operations.get(result)?.isDone ? 200 : 202,
        headers: { location: String(url), 'retry-after': '0' },
      };
    const action = actionOf(method, rest);
    calls.push({ action, body });
    if (subscription !== subscriptionId)
      throw new ArmError(
        404,
        'SubscriptionNotFound',
        `The subscription '${subscription}' could not be found.`,
      );
    const fault = faults.find((one) => one.action === action && one.times > 0);
    if (fault) {
      fault.times -= 1;
      throw fault.error;
    }
    if (operation !== undefined) return operationState(operation);
    const [, group, path] = /^resourcegroups\/([^/]+)(?:\/providers\/(.*))?$/i.exec(rest) ?? [];
    if (group === undefined) return answerSubscription(rest, url);
    return path === undefined
      ? answerGroup(method, group, body)
      : answerResource(method, group, path, body, url);
  }

  function answerSubscription(rest: string, url: URL): Reply {
    const filter = url.searchParams.get('$filter') ?? '';
    if (/^resourcegroups$/i.test(rest)) return { status: 200, body: { value: resources.listGroups(filter) } };
    if (rest.endsWith('/permissions')) return { status: 200, body: { value: arm.permissions } };
    if (rest.endsWith('/skus')) return { status: 200, body: { value: sizes } };
    const [, namespace = ''] = /^providers\/([\w.]+)$/.exec(rest) ?? [];
    const registrationState = arm.unregistered.has(namespace) ? 'NotRegistered' : 'Registered';
    const resourceTypes = [{ resourceType: 'virtualMachineScaleSets', locations: regions }];
    return { status: 200, body: { namespace, registrationState, resourceTypes } };
  }

  function answerGroup(method: string, group: string, body: Body): Reply {
    if (method === 'PUT') return { status: 201, body: resources.putGroup(group, body) };
    if (method === 'GET') return { status: 200, body: resources.showGroup(resources.group(group)) };
    return { status: 202, headers: begin(resources.deleteGroup(group), 'location') };
  }

  function answerResource(method: string, group: string, path: string, body: Body, url: URL): Reply {
    const [, child] = /^Microsoft\.Compute\/virtualMachineScaleSets\/nodes(?:\/(\w+))?$/.exec(path) ?? [
      undefined,
      'other',
    ];
    if (child === 'other') return answerOther(method, group, path, body);
    if (child === 'virtualMachines') return pageOfVms(group, url);
    if (child === 'instanceView') return { status: 200, body: { statuses: resources.statuses(group) } };
    if (child === 'delete') {
      const { instanceIds } = body as { instanceIds: string[] };
      return { status: 202, headers: begin(resources.deleteVms(group, instanceIds), 'azure-asyncoperation') };
    }
    if (method === 'GET') return { status: 200, body: resources.showScaleSet(group) };
    const complete =
      method === 'PUT' ? resources.putScaleSet(group, body as never) : resources.patchScaleSet(group, body);
    const headers = begin(complete, 'azure-asyncoperation');
    return { status: method === 'PUT' ? 201 : 200, headers, body: resources.showScaleSet(group) };
  }

  function answerOther(method: string, group: string, path: string, body: Body): Reply {
    const { others } = resources.group(group);
    const key = path.toLowerCase();
    if (method === 'PUT') others.set(key, body);
    const found = others.get(key);
    if (!found) throw new ArmError(404, 'ResourceNotFound', `The Resource '${path}' was not found.`);
    if (method === 'GET' || !path.startsWith('Microsoft.Network')) return { status: 200, body: found };
    return { status: 201, headers: begin(() => undefined, 'azure-asyncoperation'), body: found };
  }

  function pageOfVms(group: string, url: URL): Reply {
    const { vms } = resources.scaleSet(group);
    const from = Number(url.searchParams.get('$skiptoken') ?? 0);
    const value = vms.slice(from, from + pageSize).map(({ instanceId, name, provisioningState, power }) => ({
      instanceId,
      properties: {
        provisioningState,
        osProfile: { computerName: name },
        ...(url.searchParams.get('$expand') === 'instanceView' && {
          instanceView: { statuses: [{ code: `PowerState/${power}` }] },
        }),
      },
    }));
    const next = new URL(url);
    next.searchParams.set('$skiptoken', String(from + pageSize));
    return { status: 200, body: { value, ...(from + pageSize < vms.length && { nextLink: String(next) }) } };
  }

  async function handle(incoming: IncomingMessage): Promise<Reply> {
    const url = new URL(incoming.url ?? '/', base);
    const raw = await text(incoming);
    const signIn = answerSignIn(base, url, raw);
    if (signIn) return signIn;
    if (!incoming.headers.authorization)
      return { status: 401, body: { error: { code: 'AuthenticationFailed' } } };
    try {
      return answer({ method: incoming.method ?? 'GET', url, body: raw === '' ? {} : JSON.parse(raw) });
    } catch (error) {
      if (!(error instanceof ArmError)) throw error;
      return { status: error.status, body: { error: { code: error.code, message: error.message } } };
    }
  }

  const server = createServer(
    { key: certificates.key, cert: certificates.certificate },
    async (incoming, response) => {
      const { status, headers, body } = await handle(incoming);
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? '' : JSON.stringify(body));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return Object.assign(arm, {
    url: base,
    ca: certificates.ca,
    /** Answers the next `times` calls of the action with an error. */
    fail(action: string, status: number, code: string, message: string, times = 1) {
      faults.push({ action, error: new ArmError(status, code, message), times });
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export type Arm = Awaited<ReturnType<typeof startArm>>;

const regions = ['East US', 'Germany West Central', 'North Europe', 'West Europe'];
const sizes = [
  { resourceType: 'disks', name: 'Standard_LRS' },
  { resourceType: 'virtualMachines', name: 'Standard_D2s_v5', restrictions: [] },
  {
    resourceType: 'virtualMachines',
    name: 'Standard_F2s_v2',
    restrictions: [{ type: 'Location', reasonCode: 'NotAvailableForSubscription' }],
  },
];

/** The role action that allows the request. */
function actionOf(method: string, path: string): string {
  const verb =
    method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : method === 'POST' ? 'action' : 'write';
  const [, namespace, rest = ''] = /(?:^|\/)providers\/([\w.]+)(?:\/(.*))?$/.exec(path) ?? [];
  if (namespace === undefined) return `Microsoft.Resources/subscriptions/resourceGroups/${verb}`;
  if (rest === '') return `Microsoft.Resources/subscriptions/providers/${verb}`;
  const types = rest.split('/').filter((_, index) => index % 2 === 0);
  return `${namespace}/${types.join('/')}/${verb}`;
}
