import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';
import type { Collection } from './collection.ts';
import type { Context } from './context.ts';
import type { SecurityGroup, SecurityGroupRule } from './rows.ts';
import { addRule, ruleView } from './security-groups.ts';

const create = z.strictObject({
  security_group_id: z.string(),
  direction: z.enum(['ingress', 'egress']),
  ethertype: z.enum(['IPv4', 'IPv6']).optional(),
  protocol: z.union([z.string(), z.int()]).nullish(),
  port_range_min: z.coerce.number().int().nullish(),
  port_range_max: z.coerce.number().int().nullish(),
  remote_ip_prefix: z.string().nullish(),
  remote_group_id: z.string().nullish(),
  description: z.string().max(255).optional(),
  project_id: z.string().optional(),
});
const change = z.strictObject({});
type RuleCreation = z.infer<typeof create>;

const protocols = new Set([
  'ah',
  'dccp',
  'egp',
  'esp',
  'gre',
  'icmp',
  'icmpv6',
  'igmp',
  'ipip',
  'ospf',
  'sctp',
  'tcp',
  'udp',
  'vrrp',
]);
const withPorts = new Set(['dccp', 'sctp', 'tcp', 'udp', 'udplite']);

export const securityGroupRules: Collection<SecurityGroupRule, RuleCreation, z.infer<typeof change>> = {
  one: 'security_group_rule',
  many: 'security_group_rules',
  kind: 'SecurityGroupRule',
  rows: ({ neutron }) => neutron.securityGroupRules,
  create,
  change,
  make(context, given) {
    const group = groupFor(context, given.security_group_id);
    if (given.remote_group_id) groupFor(context, given.remote_group_id);
    const values = checkedRule(given);
    const twin = [...context.cloud.neutron.securityGroupRules.values()].find((rule) => isTwin(rule, group.id, values));
    if (twin) {
      const message = `Security group rule already exists. Rule id is ${twin.id}.`;
      throw neutronRefusal(409, 'SecurityGroupRuleExists', message);
    }
    return addRule(context, group, { ...values, description: given.description ?? '' });
  },
  apply: () => undefined,
  remove: ({ cloud }, { id }) => void cloud.neutron.securityGroupRules.delete(id),
  view({ cloud }, row) {
    return ruleView(row, cloud.neutron.securityGroups.get(row.security_group_id)?.name === 'default');
  },
};

function groupFor({ cloud, caller }: Context, id: string): SecurityGroup {
  const group = cloud.neutron.securityGroups.get(id);
  if (group && (caller.admin || group.project_id === caller.projectId)) return group;
  throw neutronRefusal(404, 'SecurityGroupNotFound', `Security group ${id} does not exist`);
}

function checkedRule(given: RuleCreation) {
  if (given.remote_ip_prefix && given.remote_group_id) {
    const message = 'Only one of remote_ip_prefix, remote_group_id or remote_address_group_id can be provided.';
    // Neutron's own spelling.
    throw neutronRefusal(400, 'SecurityGroupMultipleRemoteEntites', message);
  }
  const protocol =
    given.protocol === null || given.protocol === undefined ? null : String(given.protocol).toLowerCase();
  const known = protocol === null || protocols.has(protocol) || withPorts.has(protocol) || isProtocolNumber(protocol);
  if (!known) {
    const message = `Security group rule protocol ${protocol} not supported.`;
    throw neutronRefusal(400, 'SecurityGroupRuleInvalidProtocol', message);
  }
  return {
    ...{ direction: given.direction, ethertype: given.ethertype ?? ('IPv4' as const), protocol },
    ...checkedPorts(protocol, given.port_range_min ?? null, given.port_range_max ?? null),
    ...{ remote_ip_prefix: given.remote_ip_prefix ?? null, remote_group_id: given.remote_group_id ?? null },
  };
}

const isProtocolNumber = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= 255;

function checkedPorts(protocol: string | null, port_range_min: number | null, port_range_max: number | null) {
  if (port_range_min === null && port_range_max === null) return { port_range_min, port_range_max };
  if (protocol === null || (!withPorts.has(protocol) && !protocol.startsWith('icmp'))) {
    const message = 'Must also specify protocol if port range is given.';
    throw neutronRefusal(400, 'SecurityGroupProtocolRequiredWithPorts', message);
  }
  if (withPorts.has(protocol) && !isPortRange(port_range_min, port_range_max)) {
    const message = `For TCP/UDP protocols, port_range_min must be <= port_range_max`;
    throw neutronRefusal(400, 'SecurityGroupInvalidPortRange', message);
  }
  return { port_range_min, port_range_max };
}

const isPortRange = (min: number | null, max: number | null) =>
  min !== null && max !== null && min >= 1 && max <= 65_535 && min <= max;

function isTwin(rule: SecurityGroupRule, groupId: string, values: ReturnType<typeof checkedRule>): boolean {
  return (
    rule.security_group_id === groupId &&
    values.direction === rule.direction &&
    values.ethertype === rule.ethertype &&
    values.protocol === rule.protocol &&
    values.port_range_min === rule.port_range_min &&
    values.port_range_max === rule.port_range_max &&
    values.remote_ip_prefix === rule.remote_ip_prefix &&
    values.remote_group_id === rule.remote_group_id
  );
}
