import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machinesOfNewGrid } from '../provider.conformance.ts';
import { gridLabel, jobNameOf, joinSecretOf, type NodePodOptions, nodeJobOf } from './node-job.ts';

const options: NodePodOptions = {
  image: 'registry.example.com/spate-node:1',
  regionLabel: 'topology.kubernetes.io/region',
  isSpread: false,
  serviceAccount: 'default',
  isSandboxed: true,
};
const { grid } = machinesOfNewGrid();

test('a grid is an Indexed Job that ends without the service', () => {
  const { metadata, spec } = nodeJobOf(grid, options);
  assert.match(metadata?.name ?? '', /^spate-calm-reef-[0-9a-f]{12}$/);
  assert.equal(metadata?.labels?.[gridLabel], grid.id);
  assert.deepEqual([spec?.completionMode, spec?.parallelism, spec?.completions], ['Indexed', 3, 3]);
  assert.equal(spec?.activeDeadlineSeconds, 15 * 60 + 300);
  assert.ok(spec?.ttlSecondsAfterFinished);
  assert.equal(spec?.template.metadata?.labels?.[gridLabel], grid.id);
});

test('pods have the size and region of the grid, no token of Kubernetes and no rights', () => {
  const pod = nodeJobOf(grid, options).spec?.template.spec;
  const [container] = pod?.containers ?? [];
  assert.deepEqual(container?.resources, {
    requests: { cpu: '2', memory: '8Gi' },
    limits: { memory: '8Gi' },
  });
  assert.deepEqual(pod?.nodeSelector, { 'topology.kubernetes.io/region': 'eu-central-1' });
  assert.equal(pod?.automountServiceAccountToken, false);
  assert.deepEqual(container?.securityContext?.capabilities, { drop: ['ALL'] });
  assert.deepEqual([pod?.hostUsers, container?.securityContext?.procMount], [false, 'Unmasked']);
  assert.equal(pod?.affinity, undefined);
});

test('without a sandbox pods have the default profiles; nodes can be spread, and run in any region', () => {
  const other = { ...options, isSandboxed: false, isSpread: true, regionLabel: null };
  const pod = nodeJobOf(grid, other).spec?.template.spec;
  assert.deepEqual(
    [pod?.hostUsers, pod?.containers[0]?.securityContext?.procMount, pod?.nodeSelector],
    [undefined, undefined, undefined],
  );
  assert.deepEqual(pod?.securityContext?.seccompProfile, { type: 'RuntimeDefault' });
  assert.ok(pod?.containers[0]?.env?.some(({ name, value }) => name === 'SPATE_SANDBOX' && value === 'off'));
  const [term] = pod?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  assert.equal(term?.topologyKey, 'kubernetes.io/hostname');
});

test('names differ for ids that differ in case only', () => {
  const names = ['aB', 'Ab'].map((id) => jobNameOf({ id, name: `calm-reef-${id}` }));
  assert.notEqual(names[0], names[1]);
  assert.deepEqual(joinSecretOf(grid, 'token').stringData, { 'join-token': 'token' });
});
