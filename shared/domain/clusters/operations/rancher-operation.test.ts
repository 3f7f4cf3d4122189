import { describe, expect, test } from 'vitest';
import { type OperationFacts, operationProblem, restorableSnapshot, runningInRancher } from './operation-problem.ts';
import {
  beginOperation,
  numbered,
  requestedGeneration,
  type WantedOperation,
  withEnded,
  withOperation,
} from './rancher-operation.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const begun = (wanted: WantedOperation, counters = { requested: 0, finished: 0 }) =>
  numbered(beginOperation(wanted, NOW), counters);
const restore: WantedOperation = { kind: 'restore', snapshotName: 'on-demand-1', scope: 'kubernetesVersion' };

describe('an operation is a counter in the provisioning cluster', () => {
  test.each<[string, WantedOperation, Record<string, unknown>]>([
    ['a snapshot', { kind: 'snapshot' }, { etcdSnapshotCreate: { generation: 1 } }],
    [
      'a restore',
      restore,
      { etcdSnapshotRestore: { generation: 1, name: 'on-demand-1', restoreRKEConfig: 'kubernetesVersion' } },
    ],
    ['all certificates', { kind: 'certificates', services: [] }, { rotateCertificates: { generation: 1 } }],
    [
      'some certificates',
      { kind: 'certificates', services: ['kubelet'] },
      { rotateCertificates: { generation: 1, services: ['kubelet'] } },
    ],
    ['the encryption key', { kind: 'encryption-keys' }, { rotateEncryptionKeys: { generation: 1 } }],
  ])('%s (T45, D7)', (_what, wanted, fields) => {
    const rkeConfig = { etcd: { snapshotRetention: 5 } };
    expect(withOperation(rkeConfig, begun(wanted))).toEqual({ ...rkeConfig, ...fields });
  });

  test('its number is one that Rancher has neither been asked for nor finished (T45)', () => {
    expect(begun({ kind: 'snapshot' }, { requested: 4, finished: 3 }).generation).toBe(5);
    expect(begun({ kind: 'snapshot' }, { requested: 0, finished: 7 }).generation).toBe(8);
  });

  test('its number stays when it has one (T45)', () => {
    expect(numbered(begun({ kind: 'snapshot' }), { requested: 7, finished: 7 }).generation).toBe(1);
  });

  test('the same number twice, or a lower one, starts nothing (T45)', () => {
    const operation = begun({ kind: 'snapshot' });
    const asked = { etcdSnapshotCreate: { generation: 1, addedByRancher: true } };
    expect(withOperation(asked, operation)).toBe('known');
    expect(withOperation({ etcdSnapshotCreate: { generation: 2 } }, operation)).toBe('known');
    // Generations of other operations stay unchanged.
    const others = { ...asked, rotateCertificates: { generation: 9 } };
    expect(withOperation(others, begun(restore))).toMatchObject({ ...others, etcdSnapshotRestore: { generation: 1 } });
  });

  test('a number that somebody else has used for another restore is taken (T45)', () => {
    const etcdSnapshotRestore = { generation: 1, name: 'another', restoreRKEConfig: 'kubernetesVersion' };
    expect(withOperation({ etcdSnapshotRestore }, begun(restore))).toBe('taken');
    expect(
      withOperation({ etcdSnapshotRestore: { ...etcdSnapshotRestore, name: 'on-demand-1' } }, begun(restore)),
    ).toBe('known');
  });

  test('the last ended one of each kind is kept (D7)', () => {
    const ended = (wanted: WantedOperation, endedAt: string) => ({ ...begun(wanted), endedAt });
    const [first, second] = [ended({ kind: 'snapshot' }, '2026-03-01'), ended({ kind: 'snapshot' }, '2026-03-02')];
    const other = ended(restore, '2026-03-03');
    expect([first, other, second].reduce(withEnded, [])).toEqual([other, second]);
    expect(withEnded(undefined, first)).toEqual([first]);
  });

  test.each([{}, { etcdSnapshotCreate: null }, { etcdSnapshotCreate: {} }, { etcdSnapshotCreate: 'x' }])(
    'is 0 in %j',
    (rkeConfig) => expect(requestedGeneration('snapshot', rkeConfig)).toBe(0),
  );
});

describe('an operation is refused', () => {
  const facts: OperationFacts = { isInitialized: true, readyMembers: 3 };
  const problem = (wanted: WantedOperation, fields: Partial<OperationFacts> = {}) =>
    operationProblem(wanted.kind, { ...facts, ...fields });
  const all: WantedOperation[] = [
    ...[{ kind: 'snapshot' } as const, { kind: 'encryption-keys' } as const, restore],
    { kind: 'certificates', services: [] },
  ];

  test.each(all)('not, in a whole cluster: $kind', (wanted) => expect(problem(wanted)).toBeUndefined());

  test.each(all)('before the control plane has ever run: $kind (T48)', (wanted) => {
    expect(problem(wanted, { isInitialized: false })).toBe('The control plane of the cluster has not run yet.');
  });

  test('without a member of etcd, except for a restore (T49)', () => {
    const lost = 'No etcd member is left. Restore a snapshot: nothing else brings the cluster back.';
    expect(all.map((wanted) => problem(wanted, { readyMembers: 0 }))).toEqual([lost, lost, undefined, lost]);
  });

  test('while another one runs, except for a restore', () => {
    const running = 'encryption-keys';
    expect(problem({ kind: 'snapshot' }, { running })).toBe('Wait until a rotation of encryption keys has ended.');
    expect(problem(restore, { running })).toBeUndefined();
    expect(problem(restore, { running: 'restore' })).toBe('A restore is already running. Wait until it has ended.');
  });

  test.each([
    ['', undefined],
    ['Rotate', 'encryption-keys'],
    ['Done', undefined],
    ['Failed', undefined],
  ])('of which phase "%s" says that %s runs, unless it is the own one (T47)', (phase, kind) => {
    const seen = { generation: 3, phase: '', isReconciled: true, message: '' };
    const operations = { snapshot: seen, restore: seen, certificates: seen, 'encryption-keys': { ...seen, phase } };
    expect(runningInRancher(operations, undefined)).toBe(kind);
    expect(runningInRancher(operations, { wanted: { kind: 'encryption-keys' }, generation: 2 })).toBe(kind);
    expect(runningInRancher(operations, { wanted: { kind: 'encryption-keys' }, generation: 3 })).toBeUndefined();
  });

  test('for a snapshot that is unknown, gone, or was not completed (T46)', () => {
    const whole = { name: 's', isMissing: false, status: 'successful' };
    const found = (fields: Partial<typeof whole>) => restorableSnapshot('s', [{ ...whole, ...fields }]);
    expect(found({})).toEqual(whole);
    expect(found({ name: 'other' })).toBe('The cluster has no snapshot s.');
    expect(found({ isMissing: true })).toBe('The file of snapshot s no longer exists.');
    expect(found({ status: 'failed' })).toBe('Snapshot s was not completed.');
  });
});
