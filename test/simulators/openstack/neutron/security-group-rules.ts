import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';
import type { Collection } from './collection.ts';
import type { Context } from './context.ts';
import type { SecurityGroup, SecurityGroupRule } from './rows.ts';
import { checkedRule, type RuleCreation, type RuleValues, ruleCreation } from './rule-values.ts';
import { addRule, ruleView } from './security-groups.ts';

const change = z.strictObject({});

export const securityGroupRules: Collection<SecurityGroupRule, RuleCreation, z.infer<typeof change>> = {
  one: 'security_group_rule',
  many: 'security_group_rules',
  kind: 'SecurityGroupRule',
  rows: ({ neutron }) => neutron.securityGroupRules,
  create: ruleCreation,
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

function isTwin(rule: SecurityGroupRule, groupId: string, values: RuleValues): boolean {
  return (
    rule.security_group_id === groupId &&
    values.direction === rule.direction &&
    values.ethertype === rule.ethertype &&
    values.protocol === rule.protocol &&
    values.port_range_min === rule.port_range_min &&
    values.port_range_max === rule.port_range_max &&
    orAnywhere(values.remote_ip_prefix) === orAnywhere(rule.remote_ip_prefix) &&
    values.remote_group_id === rule.remote_group_id
  );
}

/** When Neutron compares rules, a prefix that covers all addresses equals no prefix. */
const orAnywhere = (prefix: string | null) => (prefix === '0.0.0.0/0' || prefix === '::/0' ? null : prefix);
