import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { isOn } from './cluster-to-render.ts';

type Settings = Pick<ClusterApiSpec, 'labels' | 'operatingSystem' | 'infrastructure'>;

/**
 * Sentences about settings that Paddock cannot render yet. An order with such a setting is refused, because the cluster
 * would lack the setting without an error.
 */
export function unsupportedSettings({ labels, operatingSystem, infrastructure }: Settings): string[] {
  if (infrastructure === 'in-memory') return [];
  const isAsked = (name: string) => isOn({ labels }, name);
  return [
    ...(operatingSystem === 'flatcar' ? ['Machines with Flatcar are not supported yet.'] : []),
    ...(isAsked('keystone_auth_enabled') ? ['keystone_auth_enabled: sign-in with Keystone is not supported yet.'] : []),
  ];
}
