import type { Cloud } from '../cloud.ts';
import { neutronRefusal } from '../refusal.ts';
import { drawAddress, isUsable, takenAddresses } from './addresses.ts';
import type { FixedIp, Network, Port, Subnet } from './rows.ts';

interface WantedIp {
  subnet_id?: string | undefined;
  ip_address?: string | undefined;
}

/**
 * Addresses for a port: the wanted addresses, or one address from the network's first subnet. A wanted address may lie
 * outside the pool, but not outside the subnet.
 * @throws Refusal 400 or 409, like Neutron's API
 */
export function fixedIpsFor(cloud: Cloud, network: Network, wanted?: WantedIp[], current?: Port): FixedIp[] {
  const subnets = [...cloud.neutron.subnets.values()].filter(({ network_id }) => network_id === network.id);
  if (wanted === undefined) return subnets[0] ? [drawAddress(cloud, subnets[0])] : [];
  return wanted.map((one) => fixedIpFor(cloud, network, { subnets, wanted: one, current }));
}

function fixedIpFor(
  cloud: Cloud,
  network: Network,
  { subnets, wanted, current }: { subnets: Subnet[]; wanted: WantedIp; current: Port | undefined },
): FixedIp {
  const { subnet_id, ip_address } = wanted;
  const subnet = subnetFor(cloud, network, subnets, wanted);
  if (ip_address === undefined) return drawAddress(cloud, subnet);
  if (!isUsable(subnet, ip_address)) {
    const message = `IP address ${ip_address} is not a valid IP for the specified subnet.`;
    throw neutronRefusal(400, 'InvalidIpForSubnet', message);
  }
  const own = current?.fixed_ips.some(
    (ip) => ip.ip_address === ip_address && ip.subnet_id === (subnet_id ?? subnet.id),
  );
  if (!own && takenAddresses(cloud, subnet.id).has(ip_address)) {
    const message = `IP address ${ip_address} already allocated in subnet ${subnet.id}`;
    throw neutronRefusal(409, 'IpAddressAlreadyAllocated', message);
  }
  return { subnet_id: subnet.id, ip_address };
}

function subnetFor(
  cloud: Cloud,
  network: Network,
  subnets: Subnet[],
  { subnet_id, ip_address = '' }: WantedIp,
): Subnet {
  const named = subnets.find((subnet) =>
    subnet_id === undefined ? isUsable(subnet, ip_address) : subnet.id === subnet_id,
  );
  if (named) return named;
  if (subnet_id !== undefined && !cloud.neutron.subnets.has(subnet_id)) {
    throw neutronRefusal(404, 'SubnetNotFound', `Subnet ${subnet_id} could not be found.`);
  }
  if (subnet_id !== undefined) {
    const message = `Failed to create port on network ${network.id}, because fixed_ips included invalid subnet ${subnet_id}.`;
    throw neutronRefusal(400, 'InvalidInput', `Invalid input for operation: ${message}.`);
  }
  const message = `IP address ${ip_address} is not a valid IP for any of the subnets on the specified network.`;
  throw neutronRefusal(400, 'InvalidIpForNetwork', message);
}
