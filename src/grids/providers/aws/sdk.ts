/** The only module that loads the SDK. Import it dynamically: it takes longer to load than all other modules of the service. */
export {
  DescribeImagesCommand,
  DescribeInstancesCommand,
  DescribeInstanceTypesCommand,
  DescribeRegionsCommand,
  DescribeSubnetsCommand,
  EC2Client,
  RunInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
export { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
export { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
