import { nodeNetwork } from '#shared/domain/infrastructure/networks/node-network';
import { haproxyConfig } from './haproxy-config.ts';
import type { LoadBalancerInput } from './load-balancer-input.ts';

export const LOAD_BALANCER_VARIABLES = [
  'subnet_3_oct',
  'subnet_cidr',
  'load_balancer_name',
  'load_balancer_ip',
  'haproxy_config_base64',
] as const;

/**
 * Variables of a load balancer's template. Waldur's variable `subnet_3_oct` has the first three numbers of the network,
 * such as `10.1.1` for 10.1.1.0/24.
 */
export function loadBalancerVariables({ name, cidr }: LoadBalancerInput): ReadonlyMap<string, string> {
  const network = nodeNetwork(cidr);
  const values: Record<(typeof LOAD_BALANCER_VARIABLES)[number], string> = {
    subnet_3_oct: network.cidr.split('.').slice(0, 3).join('.'),
    subnet_cidr: network.cidr,
    load_balancer_name: name,
    load_balancer_ip: network.loadBalancerIp,
    haproxy_config_base64: Buffer.from(haproxyConfig(cidr)).toString('base64'),
  };
  return new Map(Object.entries(values));
}
