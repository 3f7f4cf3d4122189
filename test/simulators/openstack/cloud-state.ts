import type { Cloud } from './cloud.ts';
import type { Server } from './nova/rows.ts';

/**
 * Everything that users see, without secrets. Times and revision numbers are left out, since every write changes them.
 */
export function cloudState(cloud: Cloud): Record<string, unknown[]> {
  const { keystone, neutron, nova, cinder, octavia } = cloud;
  return {
    servers: [...nova.servers.values()].map(serverRow),
    server_groups: [...nova.serverGroups.values()],
    keypairs: [...nova.keyPairs.values()],
    volumes: lasting(cinder.volumes),
    load_balancers: lasting(octavia.loadBalancers),
    load_balancer_parts: lasting(octavia.parts),
    networks: lasting(neutron.networks),
    subnets: lasting(neutron.subnets),
    ports: lasting(neutron.ports),
    routers: lasting(neutron.routers),
    security_groups: lasting(neutron.securityGroups),
    security_group_rules: lasting(neutron.securityGroupRules),
    floating_ips: lasting(neutron.floatingIps),
    projects: [...keystone.projects.values()],
    users: [...keystone.users.values()].map(({ password: _secret, ...user }) => user),
    role_assignments: keystone.assignments,
    application_credentials: [...keystone.applicationCredentials.values()].map(
      ({ secret: _secret, ...shown }) => shown,
    ),
  };
}

const lasting = (rows: Map<string, object>) =>
  [...rows.values()].map((row) => {
    const {
      created_at: _created,
      updated_at: _updated,
      revision_number: _revision,
      ...rest
    }: Record<string, unknown> = { ...row };
    return rest;
  });

/** User data stays out: it may hold secrets. */
function serverRow(server: Server) {
  const { id, name, status, project_id, metadata, tags, nics, volumes, fault } = server;
  return {
    ...{ id, name, status, project_id, metadata, tags, task_state: server.taskState, flavor: server.flavor.name },
    ...{ image: server.imageId, key_name: server.keyName, server_group: server.serverGroupId },
    ports: nics.map(({ portId }) => portId),
    volumes: volumes.map(({ volumeId }) => volumeId),
    fault: fault?.message ?? null,
  };
}

/** Valid and invalid tokens, without their values. */
export const cloudSessions = ({ keystone }: Cloud) => ({
  tokens: [...keystone.tokens.values()].map(({ value: _secret, ...token }) => token),
});
