import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';
import { rangeOf, toAddress } from './addresses.ts';
import type { Collection } from './collection.ts';
import { type Context, standardRow } from './context.ts';
import type { SecurityGroup, SecurityGroupRule } from './rows.ts';

const settings = {
  name: z.string().max(255).optional(),
  description: z.string().max(255).optional(),
  stateful: z.boolean().optional(),
};
const create = z.strictObject({ ...settings, project_id: z.string().optional() });
const change = z.strictObject(settings);

export const securityGroups: Collection<SecurityGroup, z.infer<typeof create>, z.infer<typeof change>> = {
  one: 'security_group',
  many: 'security_groups',
  kind: 'SecurityGroup',
  rows: ({ neutron }) => neutron.securityGroups,
  create,
  change,
  make(context, given) {
    ensureDefaultGroup(context, given.project_id ?? context.caller.projectId);
    if (given.name === 'default') {
      const message = 'Default security group already exists.';
      throw neutronRefusal(409, 'SecurityGroupDefaultAlreadyExists', message);
    }
    return makeGroup(context, given);
  },
  apply(_context, row, given) {
    if (row.name === 'default' && given.name !== undefined) {
      throw neutronRefusal(409, 'SecurityGroupCannotUpdateDefault', 'Updating default security group not allowed.');
    }
    Object.assign(row, given);
  },
  remove({ cloud: { neutron }, caller }, { id, name }) {
    if (name === 'default' && !caller.admin) {
      const message = 'Insufficient rights for removing default security group.';
      throw neutronRefusal(409, 'SecurityGroupCannotRemoveDefault', message);
    }
    if ([...neutron.ports.values()].some(({ security_groups }) => security_groups.includes(id))) {
      throw neutronRefusal(409, 'SecurityGroupInUse', `Security Group ${id} in use.`);
    }
    for (const rule of neutron.securityGroupRules.values()) {
      if (rule.security_group_id === id || rule.remote_group_id === id) neutron.securityGroupRules.delete(rule.id);
    }
    neutron.securityGroups.delete(id);
  },
  view: (context, row) => ({ ...row, shared: false, security_group_rules: rulesOf(context, row.id) }),
};

export const rulesOf = ({ cloud }: Context, groupId: string) =>
  [...cloud.neutron.securityGroupRules.values()]
    .filter(({ security_group_id }) => security_group_id === groupId)
    .map((rule) => ruleView(rule, cloud.neutron.securityGroups.get(groupId)?.name === 'default'));

export const ruleView = (rule: SecurityGroupRule, ofDefault: boolean) => ({
  ...rule,
  ...{ tenant_id: rule.project_id, normalized_cidr: normalized(rule.remote_ip_prefix), remote_address_group_id: null },
  belongs_to_default_sg: ofDefault,
});

/** A prefix without its host bits. */
function normalized(prefix: string | null): string | null {
  const [address = '', length] = prefix?.split('/') ?? [];
  if (prefix === null || length === undefined) return prefix;
  if (isIPv6(address)) return `${ipaddr.IPv6.networkAddressFromCIDR(prefix)}/${length}`;
  const range = rangeOf(prefix);
  return range ? `${toAddress(range.first)}/${length}` : prefix;
}

/**
 * Returns a project's `default` group, and makes the group if the project has none. Two of the group's four rules allow
 * ingress from the group itself.
 */
export function ensureDefaultGroup(context: Context, projectId: string): SecurityGroup {
  const groups = [...context.cloud.neutron.securityGroups.values()];
  const existing = groups.find(({ name, project_id }) => name === 'default' && project_id === projectId);
  if (existing) return existing;
  const group = makeGroup(context, { name: 'default', description: 'Default security group', project_id: projectId });
  for (const ethertype of ['IPv4', 'IPv6'] as const) {
    addRule(context, group, { direction: 'ingress', ethertype, remote_group_id: group.id });
  }
  return group;
}

function makeGroup(context: Context, given: z.infer<typeof create>): SecurityGroup {
  const group: SecurityGroup = { ...standardRow(context, given), stateful: given.stateful ?? true };
  context.cloud.neutron.securityGroups.set(group.id, group);
  for (const ethertype of ['IPv4', 'IPv6'] as const) addRule(context, group, { direction: 'egress', ethertype });
  return group;
}

export function addRule(
  context: Context,
  group: SecurityGroup,
  given: Pick<SecurityGroupRule, 'direction' | 'ethertype'> & Partial<SecurityGroupRule>,
): SecurityGroupRule {
  const { name: _none, ...standard } = standardRow(context, { project_id: group.project_id });
  const rule: SecurityGroupRule = {
    ...standard,
    ...{ security_group_id: group.id, protocol: null, port_range_min: null, port_range_max: null },
    ...{ remote_ip_prefix: null, remote_group_id: null },
    ...given,
  };
  context.cloud.neutron.securityGroupRules.set(rule.id, rule);
  return rule;
}
