/** An error of Azure, as the SDK throws it. */
export interface AzureFault {
  /** Error code, such as SkuNotAvailable or AADSTS7000215. */
  code: string;
  message: string;
}

interface Thrown {
  name?: string;
  code?: string;
  message?: string;
}

export function faultOf(error: unknown): AzureFault {
  const { name, code, message = '' } = error as Thrown;
  const [, signIn] = /(AADSTS\d+)/.exec(message) ?? [];
  if (signIn !== undefined) return { code: signIn, message: signInWords(message, signIn) };
  if (message.startsWith(noEndpoints)) return { code: noEndpoints, message: '' };
  // A failed operation has its code in the message only.
  const [, failed, why] = /^The long-running operation has failed\. (\w+)\. (.*)$/s.exec(message) ?? [];
  if (failed !== undefined) return { code: failed, message: (why ?? '').trim() };
  // An error about several sign-in methods has a line for each.
  const [first = ''] = message.trim().split('\n');
  return { code: code ?? name ?? 'Error', message: first };
}

/** Error of the sign-in, before Azure has checked the credential. */
const noEndpoints = 'endpoints_resolution_error';

/** Without ids and time of the request. */
function signInWords(message: string, code: string): string {
  const [, text = message] = new RegExp(`${code}: (.*)`, 's').exec(message) ?? [];
  return (text.split(/\s*(?:Trace ID|Correlation ID|Timestamp)\b/)[0] ?? '').trim();
}

/** The fault in a status such as `ProvisioningState/failed/AllocationFailed`; undefined for other statuses. */
export function statusFault({
  code = '',
  message = '',
}: {
  code?: string;
  message?: string;
}): AzureFault | undefined {
  const [state, failure = 'ProvisioningFailed'] = /^ProvisioningState\/failed(?:\/(\w+))?/i.exec(code) ?? [];
  return state === undefined ? undefined : { code: failure, message: message.trim() };
}

/** Whether the credential is valid but lacks a permission. */
function isDenied({ code }: AzureFault): boolean {
  return code === 'AuthorizationFailed' || code === 'LinkedAuthorizationFailed';
}

const noCapacity =
  'Azure has no capacity for this size at the moment. The service tries again; another size or region may start sooner';

const causes: Readonly<Record<string, string>> = {
  AuthorizationFailed:
    'The credential lacks a permission. "spate credentials policy --provider azure" prints the role that it needs',
  LinkedAuthorizationFailed:
    'The credential lacks a permission on a linked resource, such as the subnet. "spate credentials policy --provider azure" prints the role that it needs',
  AllocationFailed: noCapacity,
  ZonalAllocationFailed: noCapacity,
  OverconstrainedAllocationRequest: noCapacity,
  OverconstrainedZonalAllocationRequest: noCapacity,
  SkuNotAvailable:
    'Azure does not offer this size to the subscription in this region at the moment. Use another size or region',
  QuotaExceeded:
    'The vCPU quota of the subscription is used up in this region. Request a higher quota, or use fewer or smaller nodes',
  TooManyRequests: 'Azure limits the rate of requests. The service tries again',
  MissingSubscriptionRegistration:
    'The subscription is not registered for a service of Azure that grids use. Register it with "az provider register"',
  SubscriptionNotFound: 'The subscription does not exist, or the credential has no access to it',
  InvalidSubscriptionId: 'The subscription id is not a GUID',
  ReadOnlyDisabledSubscription: 'The subscription is disabled',
  RequestDisallowedByPolicy: 'A policy of the subscription forbids what the grid needs',
  ScopeLocked: 'A lock prevents the deletion of the resource group of the grid. Remove the lock',
  InvalidResourceReference: 'A resource that the grid refers to, such as azure_subnet_id, does not exist',
  AADSTS7000215: 'The client secret is wrong. Use the value of the secret, not its id',
  AADSTS7000222: 'The client secret has expired. Create a new one',
  AADSTS700016: 'The tenant has no application with this client id',
  AADSTS90002: 'The tenant does not exist',
  AADSTS900023: 'The tenant id is not valid',
  [noEndpoints]: 'Azure has no such tenant, or the service cannot reach the sign-in of Azure',
  CredentialUnavailableError:
    'The service has no Azure identity. Give it one: AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET in its environment, or a managed identity',
  AggregateAuthenticationError:
    'The service has no Azure identity. Give it one: AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET in its environment, or a managed identity',
};

/** Whether the credential caused the fault, not the request. */
export function isOfCredential(fault: AzureFault): boolean {
  return (
    isDenied(fault) ||
    fault.code.startsWith('AADSTS') ||
    fault.code.endsWith('AuthenticationError') ||
    ['SubscriptionNotFound', 'InvalidSubscriptionId', 'CredentialUnavailableError', noEndpoints].includes(
      fault.code,
    )
  );
}

/** Whether a resource or its group does not exist. */
export function isNotFound(error: unknown): boolean {
  return ['ResourceNotFound', 'ResourceGroupNotFound', 'NotFound'].includes(faultOf(error).code);
}

/** A sentence with the cause, and Azure's code and message. */
export function sentenceOf(fault: AzureFault): string {
  const { code, message } = fault;
  const known = causes[isQuota(fault) ? 'QuotaExceeded' : code];
  const original = [code, message.replace(/\.$/, '')].filter((part) => part !== '').join(': ');
  return known === undefined ? `${original}.` : `${known} (${original}).`;
}

/** Azure reports an exhausted quota as an operation that is not allowed. */
function isQuota({ code, message }: AzureFault): boolean {
  return code === 'OperationNotAllowed' && /quota/i.test(message);
}

/** An error for users, with Azure's error as its cause. */
export function inWords(error: unknown): Error {
  return Object.assign(new Error(`Azure: ${sentenceOf(faultOf(error))}`), { cause: error });
}
