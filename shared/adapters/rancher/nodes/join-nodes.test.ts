import { describe, expect, test } from 'vitest';
import { NO_FACTS } from '#shared/domain/nodes/node';
import { haveJoined, joinNodes, type ListedNode, nodesAlone } from './join-nodes.ts';
import { type ListedMachine, machineReply } from './machines.ts';

const aMachine = (fields: Partial<ListedMachine> = {}): ListedMachine => ({
  name: 'custom-1',
  phase: 'Running',
  hostname: 'prod-1',
  clusterName: 'prod',
  registeredIn: 'c-m-1',
  roles: ['worker'],
  message: '',
  ...fields,
});
const aListed = (machineName: string, hostname = 'prod-1'): ListedNode => ({
  machineName,
  node: {
    id: 'c-m-1:machine-1',
    hostname,
    state: 'active',
    message: '',
    roles: [],
    facts: NO_FACTS,
    actions: ['drain'],
  },
});

describe('machines and nodes', () => {
  test('are one where the node names the machine', () => {
    const joined = joinNodes([aMachine()], [aListed('custom-1')]);
    expect(joined).toMatchObject([{ id: 'c-m-1:machine-1', machine: { name: 'custom-1', phase: 'Running' } }]);
  });

  test('are one by their host name as long as the node names none', () => {
    expect(joinNodes([aMachine()], [aListed('')])).toMatchObject([{ machine: { name: 'custom-1' } }]);
    expect(joinNodes([aMachine({ hostname: 'prod-2' })], [aListed('')])).toMatchObject([
      { hostname: 'prod-1' },
      { hostname: 'prod-2', id: '' },
    ]);
  });

  test('stand beside each other where a server that was made again has registered a second time, the one that works first', () => {
    const joined = joinNodes(
      [aMachine({ name: 'custom-0', phase: 'Provisioning' }), aMachine()],
      [aListed('custom-1')],
    );
    expect(joined.map(({ id, machine }) => [id, machine?.name])).toEqual([
      ['c-m-1:machine-1', 'custom-1'],
      ['', 'custom-0'],
    ]);
  });
});

describe('a machine without a node', () => {
  test.each([
    ['', 'pending'],
    ['Provisioning', 'provisioning'],
    ['Running', 'running'],
    ['Deleting', 'removing'],
  ])('in the phase "%s" is %s', (phase, state) => {
    const [node] = joinNodes([aMachine({ phase })], []);
    expect(node).toMatchObject({ id: '', hostname: 'prod-1', state, roles: ['worker'], actions: [], facts: NO_FACTS });
  });
});

describe('a node', () => {
  test('is going itself when its machine is to go', () => {
    const leaving = aMachine({ phase: 'Deleting', message: 'Waiting for pre-terminate hooks to succeed' });
    expect(joinNodes([leaving], [aListed('custom-1')])).toMatchObject([
      { state: 'removing', message: leaving.message, machine: { phase: 'Deleting' } },
    ]);
  });

  test('says so when its machine is gone, and has none when it was made elsewhere', () => {
    const [left, foreign] = joinNodes([], [aListed('custom-1'), aListed('', 'prod-2')]);
    expect(left).toMatchObject({ state: 'active', machine: { name: 'custom-1', phase: 'Deleted' } });
    expect(foreign).not.toHaveProperty('machine');
  });
});

describe('a machine is read', () => {
  const labels = { 'cluster.x-k8s.io/cluster-name': 'prod', 'rke.cattle.io/node-name': 'prod-1' };
  const metadata = { name: 'custom-1', labels };
  test('that nothing has looked at yet', () => {
    expect(machineReply.parse({ metadata: { ...metadata, deletionTimestamp: null }, status: {} })).toEqual({
      name: 'custom-1',
      phase: '',
      hostname: 'prod-1',
      clusterName: 'prod',
      registeredIn: '',
      roles: [],
      message: '',
    });
  });

  test('with roles, where it has registered, and what it waits for', () => {
    const message = 'Waiting for Cluster control plane to be initialized';
    const annotations = { 'objectset.rio.cattle.io/owner-namespace': 'c-m-1' };
    const roles = { 'rke.cattle.io/etcd-role': 'true', 'rke.cattle.io/control-plane-role': 'true' };
    const conditions = [
      { type: 'Ready', status: 'Unknown', message: '* NodeHealthy' },
      { type: 'Reconciled', status: 'Unknown', message },
    ];
    const reply = {
      metadata: { ...metadata, labels: { ...labels, ...roles }, annotations },
      status: { phase: 'Provisioning', conditions },
    };
    expect(machineReply.parse(reply)).toMatchObject({
      phase: 'Provisioning',
      roles: ['etcd', 'controlplane'],
      registeredIn: 'c-m-1',
      message,
    });
  });

  test('as going from the moment it is to go, whatever its phase', () => {
    const reply = {
      metadata: { ...metadata, deletionTimestamp: '2026-11-22T00:00:00Z' },
      status: { phase: 'Running' },
    };
    expect(machineReply.parse(reply).phase).toBe('Deleting');
  });
});

describe('nodes by themselves', () => {
  test.each<[string, ListedNode[], string[], boolean]>([
    ['each names its machine, and none is missing', [aListed('custom-1')], ['prod-1'], true],
    [
      'one more than is known names its machine',
      [aListed('custom-1'), aListed('custom-2', 'prod-2')],
      ['prod-1'],
      true,
    ],
    ['one has not joined', [aListed('custom-1')], ['prod-1', 'prod-2'], false],
    ['one does not name its machine', [aListed('custom-1'), aListed('', 'prod-2')], ['prod-1'], false],
  ])('show enough, or not: %s', (_, nodes, hostnames, isEnough) => {
    expect(haveJoined(nodes, hostnames)).toBe(isEnough);
  });

  test('name their machines, of which nothing else is known', () => {
    expect(nodesAlone([aListed('custom-1')])).toMatchObject([
      { id: 'c-m-1:machine-1', machine: { name: 'custom-1', phase: '' } },
    ]);
  });
});
