/** An error of AWS, as the SDK throws it. */
export interface AwsFault {
  /** Error code, such as InsufficientInstanceCapacity. */
  code: string;
  message: string;
}

export function faultOf(error: unknown): AwsFault {
  const { name, Code, message } = error as { name?: string; Code?: string; message?: string };
  // Errors with an HTTP status only have no AWS code.
  const code = Code ?? name ?? 'Error';
  return { code, message: (message ?? '').trim() };
}

/** Whether the credential is valid but lacks a permission. */
export function isDenied({ code }: AwsFault): boolean {
  return code === 'UnauthorizedOperation' || code === 'AccessDenied' || code === 'AccessDeniedException';
}

const causes: Readonly<Record<string, string>> = {
  InsufficientInstanceCapacity:
    'AWS has no capacity for this instance type at the moment. The service tries again; another instance type or zone may start sooner',
  VcpuLimitExceeded:
    'The vCPU quota of the AWS account is used up. Request a higher quota in Service Quotas, or use fewer or smaller nodes',
  InstanceLimitExceeded:
    'The instance quota of the AWS account is used up. Request a higher quota in Service Quotas, or use fewer nodes',
  MaxSpotInstanceCountExceeded:
    'The spot quota of the AWS account is used up. Request a higher quota in Service Quotas, or use fewer nodes',
  SpotMaxPriceTooLow:
    'aws_spot_price is below the current spot price. Offer more, or start a grid without aws_spot_price',
  RequestLimitExceeded: 'AWS limits the rate of requests. The service tries again',
  AuthFailure: 'AWS rejects the access key. Check the id and the secret, and that the key is active',
  InvalidClientTokenId: 'AWS does not know the access key. Check its id, and that the key is active',
  SignatureDoesNotMatch: 'The secret does not belong to the access key',
  UnauthorizedOperation:
    'The credential lacks a permission. "spate credentials policy" prints the policy that it needs',
  AccessDenied:
    'AWS denies access. The role must trust the identity of the service with the external id of the account, and allow what "spate credentials policy" prints',
  CredentialsProviderError:
    'The service has no AWS identity to assume the role with. Give it one: an instance profile, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in its environment',
  PendingVerification: 'AWS is still verifying the account for this region. The service tries again',
  OptInRequired: 'The AWS account is not subscribed to this service. Complete its registration',
  VPCIdNotSpecified: 'The region has no default VPC. Set aws_vpc_subnet_public or aws_vpc_subnet_private',
  'InvalidSubnetID.NotFound': 'The subnet does not exist in this region',
  'InvalidGroup.NotFound': 'The security group does not exist in the VPC of the subnet',
  'InvalidAMIID.NotFound': 'The image does not exist in this region',
  InvalidInstanceType: 'AWS does not know this instance type',
  Unsupported: 'This region or zone does not offer the instance type',
};

const ofCredential = [
  'AuthFailure',
  'InvalidClientTokenId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'CredentialsProviderError',
  'OptInRequired',
];

/** Whether the credential caused the fault, not the request. */
export function isOfCredential(fault: AwsFault): boolean {
  return isDenied(fault) || ofCredential.includes(fault.code);
}

/** The field of a grid that AWS rejects. */
export function fieldOf({ code, message }: AwsFault): string {
  if (code.startsWith('InvalidSubnet')) return 'aws_vpc_subnet_public';
  if (code.startsWith('InvalidGroup') || code.startsWith('InvalidSecurityGroup'))
    return 'aws_vpc_security_groups';
  if (code.startsWith('InvalidVpc') || code === 'VPCIdNotSpecified') return 'aws_vpc_identifier';
  if (/availability zone/i.test(message)) return 'aws_availability_zone';
  if (code.startsWith('Spot')) return 'aws_spot_price';
  return 'instance_type';
}

/** A sentence with the cause, and AWS's code and message. */
export function sentenceOf({ code, message }: AwsFault): string {
  const known = causes[code];
  // The encoded part of an authorization failure is several hundred characters that only AWS can read.
  const [plain = ''] = message.split('Encoded authorization failure message');
  const original = [code, plain.trim().replace(/\.$/, '')].filter((part) => part !== '').join(': ');
  return known === undefined ? `${original}.` : `${known} (${original}).`;
}
