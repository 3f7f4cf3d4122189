import { neutronRefusal } from '../refusal.ts';
import { type Context, notFound } from './context.ts';
import { makePort } from './ports.ts';

/**
 * Makes the port that holds a floating IP's address on the external network. The port belongs to no project.
 * @returns the address
 */
export function makeFloatingPort(
  { cloud, caller }: Context,
  floatingIpId: string,
  wanted: {
    floating_network_id: string;
    floating_ip_address?: string | undefined;
    subnet_id?: string | null | undefined;
  },
): string {
  const network = cloud.neutron.networks.get(wanted.floating_network_id);
  if (!network) throw notFound('Network', wanted.floating_network_id);
  if (!network['router:external']) {
    const message = `Bad floatingip request: Network ${network.id} is not a valid external network.`;
    throw neutronRefusal(400, 'BadRequest', message);
  }
  const { floating_ip_address: ip_address, subnet_id } = wanted;
  const asAdmin = { cloud, caller: { ...caller, admin: true } };
  const port = makePort(asAdmin, {
    ...{ network_id: network.id, device_id: floatingIpId, device_owner: 'network:floatingip', project_id: '' },
    ...((ip_address || subnet_id) && { fixed_ips: [{ ip_address, ...(subnet_id && { subnet_id }) }] }),
  });
  const address = port.fixed_ips[0]?.ip_address;
  if (!address)
    throw neutronRefusal(409, 'IpAddressGenerationFailure', `No more IP addresses available on network ${network.id}.`);
  return address;
}
