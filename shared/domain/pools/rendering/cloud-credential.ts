import type { Uuid } from '../../_core/identifier.ts';
import type { ClusterObjects } from './machine-config.ts';

/** Namespace of Rancher's cloud credentials. */
export const CREDENTIALS_NAMESPACE = 'cattle-global-data';

/** An application credential of OpenStack that was made for one cluster. */
export type ApplicationCredential = { id: string; secret: string };

/**
 * The name of a cluster's cloud credential. A cluster with several tenants has a cloud credential for each tenant.
 * @param tenantUuid undefined for the first tenant
 */
export const cloudCredentialName = (clusterUuid: string, tenantUuid?: Uuid): string =>
  tenantUuid === undefined ? `cc-${clusterUuid}` : `cc-${clusterUuid}-${tenantUuid}`;
/** The text with which a provisioning cluster, or one of its pools, refers to a cloud credential. */
export const cloudCredentialRef = (clusterUuid: string, tenantUuid?: Uuid): string =>
  `${CREDENTIALS_NAMESPACE}:${cloudCredentialName(clusterUuid, tenantUuid)}`;

/**
 * The Secret with the cloud credential of a cluster. Rancher passes each key to the machine driver as an environment
 * variable. The variable is named after the part behind the last hyphen: `applicationCredentialId` becomes
 * `OS_APPLICATION_CREDENTIAL_ID`. The credential belongs to the cluster and to no person, so it stays valid when a
 * person leaves.
 */
export const cloudCredential = (
  clusterUuid: string,
  cluster: ClusterObjects,
  credential: ApplicationCredential,
  tenantUuid?: Uuid,
) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'Opaque',
  metadata: {
    name: cloudCredentialName(clusterUuid, tenantUuid),
    namespace: CREDENTIALS_NAMESPACE,
    labels: cluster.labels,
    annotations: { 'field.cattle.io/name': cluster.name, 'provisioning.cattle.io/driver': 'openstack' },
  },
  stringData: {
    'openstackcredentialConfig-applicationCredentialId': credential.id,
    'openstackcredentialConfig-applicationCredentialSecret': credential.secret,
  },
});
export type CloudCredential = ReturnType<typeof cloudCredential>;
