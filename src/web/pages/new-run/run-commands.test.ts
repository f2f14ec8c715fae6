import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curlCommand, spateCommand } from './run-commands.ts';

const input = {
  tool: 'jmeter',
  files: [
    { name: 'plan.jmx', content: new Blob(['x']) },
    { name: "Bob's data.csv", content: new Blob(['x']) },
  ],
  threads: 50,
  duration: 300,
  privacy: 'private' as const,
  override_parameters: '-Jhost=a b, -Dx=1 -Xmx2g',
  fail_if: ['p95 > 800ms'],
  grids: [{ region: 'us-east-1', infrastructure: 'demand' as const, instance_quantity: 2, stop_after: 20 }],
};

test('builds the equivalent curl command', () => {
  assert.equal(
    curlCommand(input, 'https://load.example'),
    [
      'curl --cacert ca.pem -u "$SPATE_TOKEN:" https://load.example/runs',
      "--form-string 'run[tool]=jmeter'",
      "--form-string 'run[threads]=50'",
      "--form-string 'run[duration]=300'",
      "--form-string 'run[privacy]=private'",
      "--form-string 'run[override_parameters]=-Jhost=a b, -Dx=1 -Xmx2g'",
      "--form-string 'run[fail_if][]=p95 > 800ms'",
      "--form-string 'run[grids][0][region]=us-east-1'",
      "--form-string 'run[grids][0][infrastructure]=demand'",
      "--form-string 'run[grids][0][instance_quantity]=2'",
      "--form-string 'run[grids][0][stop_after]=20'",
      "-F 'run_files[]=@plan.jmx'",
      `-F 'run_files[]=@Bob'\\''s data.csv'`,
    ].join(' \\\n  '),
  );
});

test('omits --cacert without TLS', () => {
  const [first] = curlCommand(input, 'http://127.0.0.1:8080').split('\n');
  assert.equal(first, 'curl -u "$SPATE_TOKEN:" http://127.0.0.1:8080/runs \\');
});

test('builds the equivalent spate command', () => {
  assert.equal(
    spateCommand(input),
    `spate run plan.jmx 'Bob'\\''s data.csv' --tool jmeter -t 50 -d 300s --grid us-east-1=2 --stop-after 20m '-Jhost=a b' -Dx=1 --param -Xmx2g --fail-if 'p95 > 800ms'`,
  );
});
