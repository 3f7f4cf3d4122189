import { describe, expect, test } from 'vitest';
import {
  isClusterVolume,
  isOfMachine,
  isServerGroupOf,
  isServiceFloatingIp,
  isServiceLoadBalancer,
  isServiceSecurityGroup,
  serverGroupName,
} from './objects-in-cloud.ts';

const OWN = '3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61';
const OTHER = '13f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61';

describe('what programs inside a cluster have made (M25)', () => {
  test.each([
    ['a load balancer of a Service', `Kubernetes external service default/web from cluster ${OWN}`, true],
    ['one of another cluster', `Kubernetes external service default/web from cluster ${OTHER}`, false],
    ['one whose cluster has a longer name', `Kubernetes external service default/web from cluster ${OWN}0`, false],
    ['one that a user has made', `Made for cluster ${OWN}`, false],
    ['one without a description', '', false],
  ])('%s', (_what, description, expected) => {
    expect(isServiceLoadBalancer(OWN, { description })).toBe(expected);
    expect(isServiceFloatingIp(OWN, { description: description && `Floating IP for ${description}` })).toBe(expected);
  });

  test.each([
    ['a security group of a Service', `lb-sg-1-default-web`, `LoadBalancer in cluster ${OWN}`, true],
    ['one of another cluster', `lb-sg-1-default-web`, `LoadBalancer in cluster ${OTHER}`, false],
    ['one that a user has made', 'web', `LoadBalancer in cluster ${OWN}`, false],
  ])('%s', (_what, name, description, expected) => {
    const group = { name, description: `Security Group for default/web Service ${description}` };
    expect(isServiceSecurityGroup(OWN, group)).toBe(expected);
  });

  test.each([
    ['a volume of the cluster', { 'cinder.csi.openstack.org/cluster': OWN }, true],
    ['one of another cluster', { 'cinder.csi.openstack.org/cluster': OTHER }, false],
    ['one of a driver without a name for its cluster', { 'cinder.csi.openstack.org/cluster': 'kubernetes' }, false],
    ['one that is to stay', { 'cinder.csi.openstack.org/cluster': OWN, 'paddock.cloud/keep': 'true' }, false],
    ['one of a user', {}, false],
  ])('%s', (_what, metadata, expected) => {
    expect(isClusterVolume(OWN, metadata)).toBe(expected);
  });
});

test('machines and server groups are known by the whole name of their cluster (M25)', () => {
  const machines = ['kube-a1-control-plane-x7', 'kube-a1', 'kube-a11-x7', 'a-kube-a1-x7'];
  expect(machines.filter((name) => isOfMachine('kube-a1', name))).toEqual(['kube-a1-control-plane-x7']);
  const groups = [serverGroupName('kube-a1'), serverGroupName('kube-a1', 'workers'), serverGroupName('kube-a11')];
  expect(groups.filter((name) => isServerGroupOf('kube-a1', name))).toEqual(['kube-a1', 'kube-a1-workers']);
});
