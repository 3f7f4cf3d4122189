import { neutronRefusal } from '../refusal.ts';

/** The error for something that the real server supports, but this simulator does not. */
export const notSimulated = (what: string) => neutronRefusal(501, 'NotSimulated', `not simulated: ${what}`);

const REAL = new RegExp(
  `^/network/v2\\.0/(${[
    ...['address-groups', 'address-scopes', 'agents', 'auto-allocated-topology', 'availability_zones'],
    ...[
      'default-security-group-rules',
      'flavors',
      'network-ip-availabilities',
      'service-providers',
      'service_profiles',
    ],
    ...['subnetpools', 'ports/[^/]+/bindings', 'networks/[^/]+/dhcp-agents', 'routers/[^/]+/l3-agents'],
  ].join('|')})(/|$)`,
);

/**
 * Whether a real Neutron with its usual plugins serves this path. It is called only for paths that are not simulated. A
 * real Neutron answers 404 for all paths that it does not serve (measured).
 */
export const isReal = (path: string): boolean => REAL.test(path);
