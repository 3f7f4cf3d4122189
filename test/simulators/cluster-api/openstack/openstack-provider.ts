import { z } from 'zod';
import { SECRETS } from '../../kubernetes/core-resources.ts';
import { fieldAt, type KubernetesObject } from '../../kubernetes/objects/kubernetes-objects.ts';
import { CLUSTER_NAME, CONTROL_PLANE, MACHINES } from '../kinds.ts';
import { type Management, textAt } from '../management.ts';
import { type CloudClient, cloudClient } from './cloud-client.ts';
import type { CloudWork, Outcome } from './cloud-work.ts';
import { ensureCluster, removeCluster } from './cluster-in-cloud.ts';
import { type ClusterPlaces, clusterPlaces, clusterSpec, machineSpec } from './cluster-spec.ts';
import { ensureServer, type MadeServer, removeServer } from './machine-in-cloud.ts';

const made = z.object({ id: z.string(), address: z.string() });
const yes = z.literal(true);

const decoded = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : Buffer.from(text, 'base64').toString();

/** The namespace and name of a cluster, as they appear in the names of the cluster's resources in the cloud. */
const placeOf = ({ metadata: { namespace, labels, name } }: KubernetesObject): string =>
  `${namespace}-${labels?.[CLUSTER_NAME] ?? name}`;

const placesOf = ({ spec, status }: KubernetesObject): ClusterPlaces =>
  clusterPlaces.parse({ ...Object(status), endpoint: fieldAt(spec, 'controlPlaneEndpoint.host') });

/**
 * CAPO 0.12.4: makes an OpenStackCluster's resources in the cloud, if the Secret with the credential is there. Without
 * the Secret no cloud is called, and the infrastructure is only simulated.
 */
export function openStackProvider(world: Management, work: CloudWork, lookSoon: (object: KubernetesObject) => void) {
  /** The text of `clouds.yaml` for a cluster. */
  const credentialOf = (object: KubernetesObject): string | undefined => {
    const name = textAt(object, 'spec.identityRef.name') ?? '';
    const secret = world.find(SECRETS, object.metadata.namespace ?? '', name);
    const data = z.record(z.string(), z.string()).safeParse(fieldAt(secret, 'data')).data;
    return decoded(data?.['clouds.yaml']);
  };

  function attempt<T>(
    object: KubernetesObject,
    { cluster, verb, parse }: { cluster: KubernetesObject; verb: string; parse: (result: unknown) => T },
    task: (cloud: CloudClient) => Promise<T>,
  ): Outcome<T> {
    const file = credentialOf(cluster);
    const cloudName = textAt(cluster, 'spec.identityRef.cloudName') ?? '';
    const run = async () => task(await cloudClient(file ?? '', cloudName));
    const { uid } = object.metadata;
    return work.attempt({ of: uid, verb }, run, parse, () => lookSoon(object));
  }

  return {
    /** Whether the cluster is in a cloud. A cluster with a network but without a credential counts, too. */
    isInCloud: (cluster: KubernetesObject): boolean =>
      credentialOf(cluster) !== undefined || fieldAt(cluster, 'status.network.id') !== undefined,

    ensureCluster(cluster: KubernetesObject): Outcome<ClusterPlaces> {
      const found = { spec: clusterSpec.parse(cluster.spec), place: placeOf(cluster) };
      const how = { cluster, verb: 'make', parse: (result: unknown) => clusterPlaces.parse(result) };
      return attempt(cluster, how, (cloud) => ensureCluster(cloud, found));
    },

    removeCluster(cluster: KubernetesObject): Outcome<true> {
      const found = { spec: clusterSpec.parse(cluster.spec), place: placeOf(cluster) };
      const how = { cluster, verb: 'remove', parse: (result: unknown) => yes.parse(result) };
      return attempt(cluster, how, (cloud) => removeCluster(cloud, found));
    },

    ensureServer(cluster: KubernetesObject, machine: KubernetesObject): Outcome<MadeServer> {
      const { name, namespace = '', labels } = machine.metadata;
      const bootstrap = world.find(SECRETS, namespace, name);
      const wanted = {
        ...{ name, spec: machineSpec.parse(machine.spec), tags: clusterSpec.parse(cluster.spec).tags },
        userData: textAt(bootstrap, 'data.value') ?? '',
        isControlPlane: labels?.[CONTROL_PLANE] !== undefined,
        failureDomain: textAt(world.find(MACHINES, namespace, name), 'spec.failureDomain'),
        ...{ place: placeOf(cluster), places: placesOf(cluster) },
      };
      const how = { cluster, verb: 'make', parse: (result: unknown) => made.parse(result) };
      return attempt(machine, how, (cloud) => ensureServer(cloud, wanted));
    },

    removeServer(cluster: KubernetesObject, machine: KubernetesObject): Outcome<true> {
      const { name, labels } = machine.metadata;
      const leaving = { name, isControlPlane: labels?.[CONTROL_PLANE] !== undefined, place: placeOf(cluster) };
      const how = { cluster, verb: 'remove', parse: (result: unknown) => yes.parse(result) };
      return attempt(machine, how, (cloud) => removeServer(cloud, leaving));
    },
  };
}
export type OpenStackProvider = ReturnType<typeof openStackProvider>;
