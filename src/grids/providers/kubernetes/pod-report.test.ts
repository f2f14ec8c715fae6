import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { V1Pod } from '@kubernetes/client-node';
import { gridLabel, indexLabel } from './node-job.ts';
import { continued, reportOf } from './pod-report.ts';

const at = '2026-01-02T03:04:05Z';

function pod(status: object, metadata: object = {}): V1Pod {
  return {
    metadata: { name: 'load-1', labels: { [gridLabel]: 'grid', [indexLabel]: '1' }, ...metadata },
    spec: {
      nodeName: 'machine-a',
      containers: [{ name: 'node', image: 'spate-node:1', resources: { limits: { memory: '4Gi' } } }],
    },
    status,
  } as V1Pod;
}

const running = { phase: 'Running', containerStatuses: [{ ready: true, state: { running: {} } }] };

test('a pod that starts or runs has no problem', () => {
  for (const status of [
    {},
    { phase: 'Pending' },
    { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } } }] },
    running,
    { phase: 'Succeeded', containerStatuses: [{ state: { terminated: { exitCode: 0 } } }] },
  ]) {
    const report = reportOf(pod(status));
    assert.equal(report?.problem, undefined);
    assert.deepEqual([report?.gridId, report?.index, report?.isInterrupted], ['grid', 1, false]);
    assert.equal(report?.isPresent, !('phase' in status && status.phase === 'Succeeded'));
  }
  assert.equal(reportOf({ metadata: { name: 'other' } }), undefined);
});

test('states why a pod does not start, in the words of Kubernetes', () => {
  const waiting = (reason: string, message?: string) => ({
    phase: 'Pending',
    containerStatuses: [{ state: { waiting: { reason, message } } }],
  });
  const unschedulable = {
    phase: 'Pending',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: '0/3 nodes are available: 3 Insufficient cpu.',
      },
    ],
  };
  const expected: [object, string][] = [
    [unschedulable, 'Pod load-1 cannot be scheduled: 0/3 nodes are available: 3 Insufficient cpu.'],
    [
      waiting('ImagePullBackOff', 'Back-off pulling image "spate-node:1"'),
      'Pod load-1 cannot use the image spate-node:1: ImagePullBackOff: Back-off pulling image "spate-node:1".',
    ],
    [
      waiting('CreateContainerConfigError', 'secret "x" not found'),
      'Pod load-1 cannot start: CreateContainerConfigError: secret "x" not found.',
    ],
  ];
  for (const [status, problem] of expected) {
    const report = reportOf(pod(status));
    assert.deepEqual([report?.problem, report?.isInterrupted, report?.isPresent], [problem, false, true]);
  }
});

test('a pod that fails because it is deleted was deleted, one that failed before has failed', () => {
  const failedAt = (finishedAt: string) => ({
    phase: 'Failed',
    containerStatuses: [{ state: { terminated: { exitCode: 1, reason: 'Error', finishedAt } } }],
  });
  // Deleted at 03:03:20, with 45 s to end.
  const deleted = { deletionTimestamp: at, deletionGracePeriodSeconds: 45 };
  const problem = (status: object) => reportOf(pod(status, deleted))?.problem;
  assert.equal(problem(failedAt('2026-01-02T03:03:20Z')), 'Pod load-1 was deleted.');
  const failed = 'Pod load-1 failed on machine-a: Error: exit code 1.';
  assert.equal(problem(failedAt('2026-01-02T03:03:19Z')), failed);
  assert.equal(
    problem({ phase: 'Failed', reason: 'Evicted', message: 'Low on memory.' }),
    'Pod load-1 failed on machine-a: Evicted: Low on memory.',
  );
});

test('the first sentence about a pod stays while it is being deleted', () => {
  const ended = (exitCode: number) => ({
    phase: 'Failed',
    containerStatuses: [{ state: { terminated: { exitCode, reason: 'Error', finishedAt: at } } }],
  });
  // The API server has moved the deletion time after the end of the container.
  const moved = { deletionTimestamp: '2026-01-02T03:04:09Z', deletionGracePeriodSeconds: 0 };
  assert.equal(reportOf(pod(ended(143), moved))?.problem, 'Pod load-1 was deleted.');
  const deleted = reportOf(pod(running, { ...moved, deletionGracePeriodSeconds: 30 }));
  const killed = reportOf(pod(ended(137), moved));
  assert.ok(deleted && killed);
  assert.equal(killed.problem, 'Pod load-1 failed on machine-a: Error: exit code 137.');
  assert.equal(continued(deleted, killed).problem, 'Pod load-1 was deleted.');
  assert.equal(continued(undefined, killed).problem, killed.problem);
});

test('knows that the machine of a pod has only not reported to Kubernetes', () => {
  const unreported = { ...running, conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: at }] };
  assert.deepEqual(
    [unreported, { phase: 'Failed' }].map((status) => reportOf(pod(status))?.isUnreported),
    [true, false],
  );
});

test('states what ended or restarted a pod', () => {
  const disruption = (reason: string, message: string) => ({
    conditions: [{ type: 'DisruptionTarget', status: 'True', reason, message }],
  });
  const oomKilled = { reason: 'OOMKilled', exitCode: 137, finishedAt: at };
  const expected: [V1Pod, { text: string; isPresent: boolean }][] = [
    [
      pod({ ...running, containerStatuses: [{ ready: true, lastState: { terminated: oomKilled } }] }),
      {
        text: 'Pod load-1 was restarted on machine-a: OOMKilled, its memory limit is 4Gi; use a larger instance type or fewer virtual users per node.',
        isPresent: true,
      },
    ],
    [
      pod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' }),
      {
        text: 'Pod load-1 failed on machine-a: Evicted: The node was low on resource: memory.',
        isPresent: false,
      },
    ],
    [
      pod({
        phase: 'Failed',
        containerStatuses: [{ state: { terminated: { exitCode: 1, reason: 'Error' } } }],
      }),
      { text: 'Pod load-1 failed on machine-a: Error: exit code 1.', isPresent: false },
    ],
    [
      pod(
        {
          ...running,
          ...disruption('DeletionByTaintManager', 'Taint manager: deleting due to NoExecute taint'),
        },
        { deletionTimestamp: at },
      ),
      {
        text: 'Pod load-1 was deleted: DeletionByTaintManager: Taint manager: deleting due to NoExecute taint.',
        isPresent: true,
      },
    ],
    [pod(running, { deletionTimestamp: at }), { text: 'Pod load-1 was deleted.', isPresent: true }],
    [
      pod({ ...running, conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: at }] }),
      { text: 'Pod load-1 does not respond: its machine machine-a is not reachable.', isPresent: true },
    ],
  ];
  for (const [given, { text, isPresent }] of expected) {
    const report = reportOf(given);
    assert.deepEqual([report?.problem, report?.isInterrupted, report?.isPresent], [text, true, isPresent]);
    assert.deepEqual(reportOf(given), report, 'the same report for the same pod');
  }
});
