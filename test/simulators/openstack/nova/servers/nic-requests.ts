import type { Cloud } from '#test/simulators/openstack/cloud';
import type { Caller } from '#test/simulators/openstack/keystone/caller';
import { takenAddresses } from '#test/simulators/openstack/neutron/addresses';
import { computeRefusal } from '#test/simulators/openstack/refusal';
import type { WantedNic } from '../rows.ts';
import type { ServerRequest } from './server-request.ts';

type NetworkRequest = Exclude<NonNullable<ServerRequest['networks']>, string>[number];

/**
 * The ports and networks that `networks` asks for. Nova accepts an address outside the subnet, and the build then
 * fails.
 * @throws Refusal 400 for an unknown port or network, or for a taken address, 409 for a port in use
 */
export function wantedNics(cloud: Cloud, caller: Caller, networks: ServerRequest['networks']): WantedNic[] {
  if (networks === 'none') return [];
  if (networks === undefined || networks === 'auto') return onlyNetwork(cloud, caller);
  return networks.map((request) =>
    request.port ? wantedPort(cloud, caller, request.port) : wantedNetwork(cloud, caller, request),
  );
}

function onlyNetwork({ neutron }: Cloud, caller: Caller): WantedNic[] {
  const own = [...neutron.networks.values()].filter(
    ({ project_id, shared }) => project_id === caller.projectId || shared,
  );
  if (own.length > 1)
    throw computeRefusal(409, 'Multiple possible networks found, use a Network ID to be more specific.');
  return own.map(({ id }) => ({ networkId: id }));
}

function wantedPort({ neutron }: Cloud, caller: Caller, id: string): WantedNic {
  const port = neutron.ports.get(id);
  if (!port || (!caller.admin && port.project_id !== caller.projectId)) {
    throw computeRefusal(400, `Port ${id} could not be found.`);
  }
  if (port.device_id) throw computeRefusal(409, `Port ${id} is still in use.`);
  if (port.fixed_ips.length === 0) throw computeRefusal(400, `Port ${id} requires a FixedIP in order to be used.`);
  return { portId: id };
}

function wantedNetwork(cloud: Cloud, caller: Caller, { uuid = '', fixed_ip }: NetworkRequest): WantedNic {
  const network = cloud.neutron.networks.get(uuid);
  const usable = network && (caller.admin || network.shared || network.project_id === caller.projectId);
  if (!network || !usable) throw computeRefusal(400, `Network ${uuid} could not be found.`);
  const subnets = [...cloud.neutron.subnets.values()].filter(({ network_id }) => network_id === network.id);
  if (subnets.length === 0)
    throw computeRefusal(400, `Network ${uuid} requires a subnet in order to boot instances on.`);
  if (fixed_ip && subnets.some(({ id }) => takenAddresses(cloud, id).has(fixed_ip))) {
    throw computeRefusal(400, `Fixed IP address ${fixed_ip} is already in use on instance None.`);
  }
  return { networkId: network.id, fixedIp: fixed_ip };
}

/** Ids of the named groups. A group may be given by its name or its id. @throws Refusal 400 */
export function groupIds({ neutron }: Cloud, projectId: string, names: string[]): string[] {
  const own = [...neutron.securityGroups.values()].filter(({ project_id }) => project_id === projectId);
  return names.flatMap((wanted) => {
    const group = own.find(({ id, name }) => id === wanted || name === wanted);
    // Neutron makes a project's default group only when the group is needed. So Nova accepts the name even before the
    // group exists.
    if (!group && wanted === 'default') return [];
    if (!group) throw computeRefusal(400, `Unable to find security_group with name or id '${wanted}'.`);
    return [group.id];
  });
}
