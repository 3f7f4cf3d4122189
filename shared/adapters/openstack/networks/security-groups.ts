import { z } from 'zod';
import { NO_CRITERIA } from '#shared/adapters/list-selection';
import { BackendConflict } from '#shared/errors';
import type { OpenStack } from '#shared/ports/openstack';
import type { SecurityGroupRule, SecurityGroupWithRules } from '#shared/ports/openstack/tenant-objects';
import type { CloudSession } from '../identity/cloud-session.ts';
import { owned } from '../schemas.ts';
import { neutronObjects } from './neutron-objects.ts';

type SecurityGroups = Pick<
  OpenStack,
  | 'listSecurityGroups'
  | 'createSecurityGroup'
  | 'updateSecurityGroup'
  | 'deleteSecurityGroup'
  | 'createSecurityGroupRule'
  | 'deleteSecurityGroupRule'
>;

const ruleReply = z.object({
  id: z.string(),
  project_id: z.string(),
  direction: z.enum(['ingress', 'egress']),
  ethertype: z.enum(['IPv4', 'IPv6']),
  protocol: z.string().nullable(),
  port_range_min: z.number().nullable(),
  port_range_max: z.number().nullable(),
  remote_ip_prefix: z.string().nullable(),
  normalized_cidr: z.string().nullish(),
  remote_group_id: z.string().nullable(),
  description: z.string().nullish(),
});
function ruleOf(rule: z.infer<typeof ruleReply>): SecurityGroupRule {
  const { id, direction, ethertype, protocol, port_range_min: from, port_range_max: to, remote_group_id } = rule;
  const cidr = rule.normalized_cidr ?? rule.remote_ip_prefix;
  return {
    id,
    direction,
    ethertype,
    protocol,
    description: rule.description ?? '',
    ...(from !== null && { fromPort: from }),
    ...(to !== null && { toPort: to }),
    ...(cidr !== null && { cidr }),
    ...(remote_group_id !== null && { remoteGroupId: remote_group_id }),
  };
}

const groupReply = owned.extend({ description: z.string(), security_group_rules: z.array(ruleReply) });
const groupOf = (group: z.infer<typeof groupReply>): SecurityGroupWithRules => ({
  id: group.id,
  name: group.name,
  description: group.description,
  // Neutron returns rules in a different order each time. Sorted rules can be compared.
  rules: group.security_group_rules.map(ruleOf).sort((a, b) => (a.id < b.id ? -1 : 1)),
});

export function securityGroups(session: CloudSession): SecurityGroups {
  const groups = neutronObjects(session, 'security_group', groupReply);
  const rules = neutronObjects(session, 'security_group_rule', ruleReply);
  return {
    listSecurityGroups: async () => (await groups.list('listSecurityGroups', NO_CRITERIA)).map(groupOf),
    createSecurityGroup: async ({ name, description }) =>
      groupOf(await groups.create('createSecurityGroup', { name, description })),
    updateSecurityGroup: async (id, { description }) =>
      void (await groups.update('updateSecurityGroup', id, { description })),
    deleteSecurityGroup: (id) => groups.remove('deleteSecurityGroup', id),

    async createSecurityGroupRule(groupId, rule) {
      const { direction = 'ingress', ethertype = 'IPv4', protocol, fromPort, toPort, cidr, description } = rule;
      const ends = { port_range_min: fromPort ?? null, port_range_max: toPort ?? null };
      try {
        await rules.create('createSecurityGroupRule', {
          security_group_id: groupId,
          direction,
          ethertype,
          protocol,
          ...ends,
          remote_ip_prefix: cidr,
          description,
        });
      } catch (error) {
        if (!(error instanceof BackendConflict && ALREADY_THERE.test(error.message))) throw error;
      }
    },
    deleteSecurityGroupRule: (id) => rules.remove('deleteSecurityGroupRule', id),
  };
}
const ALREADY_THERE = /rule already exists/;
