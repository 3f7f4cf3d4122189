import { yamlText } from '../../_core/text/yaml-text.ts';
import { KINDS, type KubernetesObject } from '../kubernetes-object.ts';
import {
  type ClusterCloud,
  type ClusterToRender,
  clusterLabels,
  isOn,
  labelOf,
  objectNames,
} from './cluster-to-render.ts';
import { CLOUD_NAME } from './openstack.ts';

/**
 * Encodes the values of a Secret as base64, for the field `data`. With the field `stringData`, server-side apply would
 * keep keys that a later write leaves out.
 */
export const encoded = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, text]) => [key, Buffer.from(text).toString('base64')]));

/** The Secret with which Cluster API's OpenStack provider signs in at the cloud of the cluster. */
export function cloudConfigSecret({ uuid, spec }: ClusterToRender, cloud: ClusterCloud): KubernetesObject {
  const clouds = {
    [CLOUD_NAME]: {
      auth_type: 'v3applicationcredential',
      auth: {
        auth_url: cloud.authUrl,
        application_credential_id: cloud.credential.id,
        application_credential_secret: cloud.credential.secret,
      },
      ...(cloud.region !== undefined && { region_name: cloud.region }),
      interface: cloud.interface,
      identity_api_version: 3,
    },
  };
  const { managementCaCertificate: ca } = cloud;
  return {
    ...KINDS.secret,
    type: 'Opaque',
    metadata: { name: objectNames(spec.capiName).cloudConfig, labels: clusterLabels(uuid) },
    data: encoded({ 'clouds.yaml': yamlText({ clouds }), ...(ca !== undefined && { cacert: ca }) }),
  };
}

/**
 * The folder in which the Secret `cloud-config` is mounted for the cloud controller manager and the storage drivers.
 */
export const CLOUD_CONFIG_FOLDER = '/etc/config';

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const section = (name: string, values: Record<string, string | undefined>): string =>
  [
    `[${name}]`,
    ...Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${quoted(value)}`])),
    '',
  ].join('\n');

/**
 * The file `cloud.conf` of OpenStack's cloud controller manager and storage drivers inside the cluster. With
 * `manage-security-groups`, the cloud controller manager opens the node ports that load balancers use. Without this
 * option, only the machines' network can reach the node ports.
 */
export const cloudConf = ({ spec }: ClusterToRender, cloud: ClusterCloud): string =>
  [
    section('Global', {
      'auth-url': cloud.publicAuthUrl,
      region: cloud.region,
      'application-credential-id': cloud.credential.id,
      'application-credential-secret': cloud.credential.secret,
      'ca-file': spec.workloadCaCertificate === undefined ? undefined : `${CLOUD_CONFIG_FOLDER}/ca.crt`,
    }),
    section('LoadBalancer', {
      'lb-provider': labelOf(spec, 'octavia_provider'),
      'lb-method': labelOf(spec, 'octavia_lb_algorithm'),
      'create-monitor': String(isOn(spec, 'octavia_lb_healthcheck')),
      'floating-network-id': spec.network.externalNetworkId,
      'manage-security-groups': 'true',
    }),
  ].join('\n');
