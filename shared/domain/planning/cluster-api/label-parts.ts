import type { TemplateSpec } from './cluster-api-template.ts';
import type { ClusterApiSpec } from './cluster-spec.ts';
import type { ResolvedValues } from './resolve-labels.ts';

/** All labels that have a value, as texts in Magnum's format. */
export const textsOf = (labels: ResolvedValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

export const volumeOf = (sizeGb: number, volumeType: string | undefined, availabilityZone?: string) => ({
  sizeGb,
  ...(volumeType !== undefined && { volumeType }),
  ...(availabilityZone !== undefined && { availabilityZone }),
});

/** The volume from which machines boot. Empty if they boot from the disk of their flavor. */
export function bootVolumeOf(labels: ResolvedValues) {
  const { boot_volume_size: size, boot_volume_type: type, boot_volume_availability_zone: zone } = labels;
  return size > 0 ? { bootVolume: volumeOf(size, type, zone) } : {};
}

export function apiServerOf(
  { masterLbEnabled }: Pick<TemplateSpec, 'masterLbEnabled'>,
  labels: ResolvedValues,
): ClusterApiSpec['apiServer'] {
  const { api_server_floating_ip: floatingIp, api_server_lb_flavor: flavor } = labels;
  const { api_server_lb_availability_zone: availabilityZone } = labels;
  return {
    hasFloatingIp: labels.master_lb_floating_ip_enabled,
    ...(floatingIp !== undefined && { floatingIp }),
    ...(masterLbEnabled && {
      loadBalancer: {
        provider: labels.octavia_provider,
        ...(flavor !== undefined && { flavor }),
        ...(availabilityZone !== undefined && { availabilityZone }),
      },
    }),
    certSans: [...(labels.api_server_cert_sans ?? [])],
    tlsCipherSuites: [...labels.api_server_tls_cipher_suites],
  };
}

export const addOnsOf = (
  { networkDriver }: Pick<TemplateSpec, 'networkDriver'>,
  labels: ResolvedValues,
): ClusterApiSpec['addOns'] => ({
  networkDriver,
  networkDriverVersion: networkDriver === 'cilium' ? labels.cilium_tag : labels.calico_tag,
  cloudProviderVersion: labels.cloud_provider_tag,
  ...(labels.cinder_csi_enabled && { cinderCsiVersion: labels.cinder_csi_plugin_tag }),
  ...(labels.manila_csi_enabled && { manilaCsiVersion: labels.manila_csi_plugin_tag }),
});
