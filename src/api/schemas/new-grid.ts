import Type from 'typebox';
import { maxStopAfterMin } from '../../domain/grid.ts';

const text = (description: string) => Type.String({ maxLength: 500, description });

const tags = Type.String({
  pattern: '^\\s*[^=,]+=[^,]*(,\\s*[^=,]+=[^,]*)*,?\\s*$',
  maxLength: 2_000,
  'x-expects': 'key=value pairs separated by commas',
});
const cents = Type.String({
  pattern: '^\\s*\\d+(\\.\\d+)?\\s*$',
  'x-expects': 'a price in decimal cents such as 12.5',
});

/** `grid[...]`, and an element of `run[grids][]` for a new grid. */
export const newGridSchema = Type.Object({
  region: Type.String({ minLength: 1, maxLength: 100, 'x-expects': 'a region such as us-east-1' }),
  infrastructure: Type.Enum(['demand', 'hosted']),
  stop_after: Type.Integer({
    minimum: 1,
    maximum: maxStopAfterMin,
    description: 'Minutes; fractions are rounded up',
    'x-round-up': true,
    'x-expects': `minutes from 1 to ${maxStopAfterMin}`,
  }),
  instance_quantity: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, default: 1, description: 'Number of nodes' }),
  ),
  instance_type: Type.Optional(Type.String({ maxLength: 100, default: 'local', description: 'Node size' })),
  credential_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      'x-expects': 'the id of a credential of the account',
    }),
  ),
  account_credential_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: 'Alias of credential_id',
      'x-expects': 'the id of a credential of the account',
    }),
  ),
  aws_platform: Type.Optional(Type.Enum(['ec2_default_vpc', 'ec2_classic'])),
  aws_tags: Type.Optional(tags),
  aws_availability_zone: Type.Optional(text('Zone within the region')),
  aws_spot_price: Type.Optional(cents),
  azure_tenant_id: Type.Optional(text('Tenant of a credential of the account, instead of its id')),
  azure_tags: Type.Optional(tags),
  azure_spot_price: Type.Optional(cents),
  azure_subnet_id: Type.Optional(text('Resource id of the subnet of machines without public addresses')),
  aws_arn: Type.Optional(text('Hosted grids, instead of a credential')),
  aws_vpc_identifier: Type.Optional(text('VPC id')),
  aws_vpc_subnet_public: Type.Optional(text('Public subnet id')),
  aws_vpc_subnet_private: Type.Optional(text('Private subnet id')),
  aws_vpc_security_groups: Type.Optional(text('Security group ids')),
});

/** An element of `run[grids][]` for an existing grid. */
export const existingGridSchema = Type.Object({ uuid: Type.String({ minLength: 1, maxLength: 100 }) });
