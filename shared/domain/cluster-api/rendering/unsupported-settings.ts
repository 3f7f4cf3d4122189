import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { isOn } from './cluster-to-render.ts';

type Settings = Pick<ClusterApiSpec, 'labels' | 'operatingSystem' | 'infrastructure' | 'apiServer'>;

/**
 * The error if the API of a cluster would get no address. Cluster API's OpenStack provider takes this address from a
 * load balancer or from a floating IP.
 */
const NO_ADDRESS =
  'master_lb_floating_ip_enabled: Without a load balancer (`master_lb_enabled`), the API of the cluster needs a floating IP.';

/**
 * Sentences about settings that Paddock cannot render. An order with such a setting is refused. Otherwise the user
 * would get no error, and the cluster would lack the setting or never get an address.
 */
export function unsupportedSettings({ labels, operatingSystem, infrastructure, apiServer }: Settings): string[] {
  if (infrastructure === 'in-memory') return [];
  const isAsked = (name: string) => isOn({ labels }, name);
  return [
    ...(operatingSystem === 'flatcar' ? ['Machines with Flatcar are not supported yet.'] : []),
    ...(isAsked('keystone_auth_enabled') ? ['keystone_auth_enabled: sign-in with Keystone is not supported yet.'] : []),
    ...(apiServer.loadBalancer || apiServer.hasFloatingIp ? [] : [NO_ADDRESS]),
  ];
}
