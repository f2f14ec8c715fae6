import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { readNewGrid } from './grid-spec.ts';
import { parseNested } from './nested.ts';

function read(fields: Record<string, string>) {
  const entries = Object.entries(fields).map(([key, value]) => ({ key: `grid[${key}]`, value }));
  return readNewGrid(parseNested(entries, new Set(['grid'])).tree);
}

const required = { region: 'us-west-2', infrastructure: 'hosted', stop_after: '20' };

describe('readNewGrid', () => {
  it('keeps all cloud fields unchanged', () => {
    const cloud = {
      aws_platform: 'ec2_default_vpc',
      aws_tags: 'team=perf, cost=7',
      aws_availability_zone: 'us-west-2a',
      aws_spot_price: '12.5',
      azure_tenant_id: 't',
      azure_tags: 'team=perf',
      azure_spot_price: '3',
      azure_subnet_id: '/subscriptions/s',
      aws_arn: 'arn:aws:iam::1:role/x',
      aws_vpc_identifier: 'vpc-1',
      aws_vpc_subnet_public: 'subnet-1',
      aws_vpc_subnet_private: 'subnet-2',
      aws_vpc_security_groups: 'sg-1,sg-2',
    };
    const spec = read({ ...required, ...cloud, credential_id: '7' });
    assert.deepEqual(spec.cloud, cloud);
    assert.equal(spec.credentialId, 7);
    assert.equal(read({ ...required, account_credential_id: '8' }).credentialId, 8);
  });

  it('requires region, infrastructure and stop_after, and no more', () => {
    assert.equal(read(required).instanceQuantity, 1);
    assert.throws(
      () => read({}),
      (error) => {
        assert.ok(error instanceof AppError);
        const fields = error.details.map((detail) => detail.field);
        assert.deepEqual(fields, ['grid[region]', 'grid[infrastructure]', 'grid[stop_after]']);
        assert.ok(error.details.every((detail) => detail.code === 'required'));
        return true;
      },
    );
  });

  it('rejects invalid values with field and allowed range', () => {
    const bad: [string, string, RegExp][] = [
      ['stop_after', '0', /1 to 2880/],
      ['stop_after', '2881', /1 to 2880/],
      ['stop_after', '-3', /1 to 2880/],
      ['infrastructure', 'shared', /demand, hosted/],
      ['aws_platform', 'ec3', /ec2_default_vpc, ec2_classic/],
      ['aws_tags', 'novalue', /key=value/],
      ['aws_spot_price', 'cheap', /cents/],
      ['credential_id', 'abc', /credential of the account/],
      ['instance_quantity', '1.5', /whole number/],
    ];
    for (const [field, value, words] of bad) {
      assert.throws(
        () => read({ ...required, [field]: value }),
        (error) =>
          error instanceof AppError &&
          error.details[0]?.field === `grid[${field}]` &&
          words.test(error.message),
        `${field}=${value}`,
      );
    }
  });
});
