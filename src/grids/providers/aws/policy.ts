import { installationTag } from '../cloud/machine-tags.ts';

/** Actions that need no permission of their own. */
export const freeActions: readonly string[] = ['sts:GetCallerIdentity'];

const describing = [
  'ec2:DescribeImages',
  'ec2:DescribeInstances',
  'ec2:DescribeInstanceTypes',
  'ec2:DescribeRegions',
  'ec2:DescribeSubnets',
];

/** The least privilege that grids in an AWS account need. */
export function permissionsPolicy(): object {
  return {
    Version: '2012-10-17',
    Statement: [
      { Sid: 'Look', Effect: 'Allow', Action: describing, Resource: '*' },
      {
        Sid: 'FindImage',
        Effect: 'Allow',
        Action: 'ssm:GetParameter',
        Resource: 'arn:*:ssm:*::parameter/aws/service/debian/*',
      },
      { Sid: 'StartMachines', Effect: 'Allow', Action: 'ec2:RunInstances', Resource: '*' },
      {
        Sid: 'TagNewMachines',
        Effect: 'Allow',
        Action: 'ec2:CreateTags',
        Resource: '*',
        Condition: { StringEquals: { 'ec2:CreateAction': 'RunInstances' } },
      },
      {
        Sid: 'EndOwnMachines',
        Effect: 'Allow',
        Action: 'ec2:TerminateInstances',
        Resource: '*',
        Condition: { StringLike: { [`aws:ResourceTag/${installationTag}`]: '*' } },
      },
    ],
  };
}

/** Trust policy of a role that the service assumes for one of its accounts. */
export function trustPolicy(externalId: string): object {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::<account of the service>:root' },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': externalId } },
      },
    ],
  };
}
