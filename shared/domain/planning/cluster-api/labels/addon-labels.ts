import { boolean, uuidOrName, version } from './label-kinds.ts';
import { withDefault, withoutDefault } from './label-rule.ts';

const tag = (of: string, value: string) =>
  withDefault(version, value, { effect: `The version of ${of}.`, change: 'in-place' });

/** Labels about add-ons that connect a cluster with its cloud. */
export const ADDON_LABELS = {
  cloud_provider_tag: withoutDefault(version, 'the version that belongs to the version of Kubernetes', {
    effect: 'The version of the OpenStack cloud controller manager.',
    change: 'in-place',
  }),
  cinder_csi_enabled: withDefault(boolean, true, {
    effect: 'Installs the driver for volumes of Cinder.',
    change: 'in-place',
  }),
  cinder_csi_plugin_tag: tag('the driver for volumes of Cinder', 'v1.32.0'),
  manila_csi_enabled: withDefault(boolean, true, {
    effect: 'Installs the driver for shares of Manila, if the cloud has Manila.',
    change: 'in-place',
  }),
  manila_csi_plugin_tag: tag('the driver for shares of Manila', 'v1.32.0'),
  manila_csi_share_network_id: withoutDefault(uuidOrName, 'shares have no share network', {
    effect: 'The share network of shares that the driver makes.',
    change: 'in-place',
  }),
  csi_attacher_tag: tag('the CSI attacher', 'v4.7.0'),
  csi_liveness_probe_tag: tag('the CSI liveness probe', 'v2.14.0'),
  csi_node_driver_registrar_tag: tag('the CSI node driver registrar', 'v2.12.0'),
  csi_provisioner_tag: tag('the CSI provisioner', 'v5.1.0'),
  csi_resizer_tag: tag('the CSI resizer', 'v1.12.0'),
  csi_snapshotter_tag: tag('the CSI snapshotter', 'v8.1.0'),
} as const;
