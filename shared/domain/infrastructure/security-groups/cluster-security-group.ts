import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { defineRecord } from '#shared/domain/_core/define-record';
import { failure } from '#shared/domain/_core/failure';
import { derivedUuid, type Uuid, uuid } from '#shared/domain/_core/identifier';
import { record } from '#shared/domain/_core/record';
import { inProject } from '#shared/domain/organizations/placement';
import type { SecurityRule } from './security-rules.ts';

/**
 * A rule of a security group, with the values that users send. The port -1 means all ports, an empty protocol means all
 * protocols, and no CIDR means all addresses.
 */
export const groupRule = z.object({
  uuid,
  ethertype: z.enum(['IPv4', 'IPv6']),
  direction: z.enum(['ingress', 'egress']),
  protocol: z.enum(['', 'tcp', 'udp', 'icmp']),
  fromPort: z.number().int(),
  toPort: z.number().int(),
  cidr: z.string().nullable(),
  description: z.string(),
});
export type GroupRule = z.infer<typeof groupRule>;

/**
 * A security group of a managed cluster (Waldur's ClusterSecurityGroup). Every tenant of the cluster has the group. The
 * group's state is `UPDATING` during a change, and `ERRED` after a change that failed in one of the tenants.
 */
export const clusterSecurityGroup = record.extend({
  ...inProject.shape,
  clusterUuid: uuid,
  clusterName: z.string(),
  /** Name of the group in every tenant. */
  name: z.string(),
  description: z.string(),
  rules: z.array(groupRule),
  state: z.enum(['OK', 'UPDATING', 'ERRED']),
  lastError: failure.optional(),
});
export type ClusterSecurityGroup = z.infer<typeof clusterSecurityGroup>;

export const clusterSecurityGroupUuid = (clusterUuid: Uuid, name: string): Uuid =>
  derivedUuid(clusterUuid, `security-group/${name}`);

/** The initial rules of a cluster's group, in the format that users send. */
export const plannedRules = (groupUuid: Uuid, rules: readonly SecurityRule[]): GroupRule[] =>
  rules.map((rule, index) => ({
    uuid: derivedUuid(groupUuid, `rule/${index}`),
    ethertype: rule.ethertype ?? 'IPv4',
    direction: rule.direction ?? 'ingress',
    protocol: rule.protocol ?? '',
    fromPort: rule.fromPort ?? -1,
    toPort: rule.toPort ?? -1,
    cidr: rule.cidr,
    description: rule.description,
  }));

/** The network of a rule, without host bits. Clouds remove the host bits, so rules are compared without them. */
function networkOf({ ethertype, cidr }: Pick<GroupRule, 'ethertype' | 'cidr'>): string {
  if (cidr === null) return ethertype === 'IPv6' ? '::/0' : '0.0.0.0/0';
  const family = ethertype === 'IPv6' ? ipaddr.IPv6 : ipaddr.IPv4;
  return `${family.networkAddressFromCIDR(cidr).toString()}/${cidr.split('/')[1]}`;
}

/** A rule as clouds expect it. The rule must have passed `securityRuleProblem`. */
export const cloudRule = (rule: Omit<GroupRule, 'uuid'>): SecurityRule => ({
  ...(rule.direction === 'egress' && { direction: rule.direction }),
  ...(rule.ethertype === 'IPv6' && { ethertype: rule.ethertype }),
  protocol: rule.protocol === '' ? null : rule.protocol,
  ...(rule.fromPort !== -1 && { fromPort: rule.fromPort }),
  ...(rule.toPort !== -1 && { toPort: rule.toPort }),
  cidr: networkOf(rule),
  description: rule.description,
});

export const clusterSecurityGroupRecord = defineRecord({
  name: 'CLUSTER_SECURITY_GROUP',
  title: 'ClusterSecurityGroup',
  schema: clusterSecurityGroup,
  listedBy: ['customer', 'project'],
  audit: {
    model: 'Rancher.ClusterSecurityGroup',
    title: 'Security group',
    created: 'resource_creation_succeeded',
    updated: 'resource_update_succeeded',
    deleted: 'resource_deletion_succeeded',
    fields: {
      projectUuid: 'hidden',
      projectName: 'hidden',
      customerUuid: 'hidden',
      customerName: 'hidden',
      clusterUuid: 'hidden',
      clusterName: 'detail',
      name: 'shown',
      description: 'shown',
      rules: 'shown',
      state: 'shown',
      lastError: 'detail',
    },
  },
});
