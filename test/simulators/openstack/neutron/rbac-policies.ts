import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';
import type { Collection } from './collection.ts';
import { type Context, notFound, requirePolicy, standardRow } from './context.ts';
import type { Network, RbacPolicy } from './rows.ts';

const create = z.strictObject({
  object_type: z.literal('network'),
  object_id: z.string(),
  action: z.literal('access_as_shared'),
  target_tenant: z.string(),
  project_id: z.string().optional(),
});
const change = z.strictObject({ target_tenant: z.string() });

/**
 * Whether the caller may use the network of another project. The network must be shared with everybody, or with the
 * caller's project.
 */
export const isShared = ({ cloud, caller }: Context, { id, shared }: Pick<Network, 'id' | 'shared'>): boolean =>
  shared || policiesOf(cloud, id).some(({ target_tenant }) => target_tenant === caller.projectId);

const policiesOf = ({ neutron }: Context['cloud'], networkId: string): RbacPolicy[] =>
  [...neutron.rbacPolicies.values()].filter(({ object_id }) => object_id === networkId);

/** The policies of a network are deleted with it. */
export function dropPoliciesOf({ cloud }: Context, networkId: string): void {
  for (const { id } of policiesOf(cloud, networkId)) cloud.neutron.rbacPolicies.delete(id);
}

/** Policies by which a project shares its network with others. A policy can be removed once nobody uses it. */
export const rbacPolicies: Collection<RbacPolicy, z.infer<typeof create>, z.infer<typeof change>> = {
  one: 'rbac_policy',
  many: 'rbac_policies',
  kind: 'RbacPolicy',
  rows: ({ neutron }) => neutron.rbacPolicies,
  create,
  change,
  make(context, given) {
    const { cloud, caller } = context;
    const network = cloud.neutron.networks.get(given.object_id);
    const isOwn = network !== undefined && (caller.admin || network.project_id === caller.projectId);
    if (!network || (!isOwn && !isShared(context, network))) throw notFound('Network', given.object_id);
    requirePolicy(isOwn && (caller.admin || given.target_tenant !== '*'), 'create_rbac_policy');
    if (policiesOf(cloud, network.id).some(({ target_tenant }) => target_tenant === given.target_tenant)) {
      throw neutronRefusal(409, 'DuplicateRbacPolicy', 'An RBAC policy already exists with those values.');
    }
    const { name: _none, ...standard } = standardRow(context, given);
    const { object_type, object_id, action, target_tenant } = given;
    const row: RbacPolicy = { ...standard, object_type, object_id, action, target_tenant };
    cloud.neutron.rbacPolicies.set(row.id, row);
    return row;
  },
  apply: (_context, row, given) => void Object.assign(row, given),
  remove({ cloud: { neutron } }, { id, object_id, target_tenant }) {
    const isUsed = [...neutron.ports.values()].some(
      ({ network_id, project_id }) => network_id === object_id && project_id === target_tenant,
    );
    if (isUsed) {
      const why = 'because other objects depend on it.';
      throw neutronRefusal(409, 'RbacPolicyInUse', `RBAC policy on object ${object_id} cannot be removed ${why}`);
    }
    neutron.rbacPolicies.delete(id);
  },
  view: (_context, { id, project_id, object_type, object_id, action, target_tenant }) => ({
    ...{ id, project_id, object_type, object_id, action, target_tenant },
  }),
};
