import { z } from 'zod';
import type { ManagementVersions, ObjectKind } from '#shared/ports/cluster-api';
import type { JsonClient } from '../json-client.ts';
import type { Selection } from '../list-selection.ts';
import type { ObjectClient } from './object-client.ts';
import { listObjects } from './object-lists.ts';

const DEPLOYMENT: ObjectKind = { apiVersion: 'apps/v1', kind: 'Deployment' };
/** The label that marks all objects in the manifest of a Cluster API provider. */
const PROVIDER = 'cluster.x-k8s.io/provider';

const kubernetes = z.object({ gitVersion: z.string() });
const deployment = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }),
  spec: z.object({
    template: z.object({ spec: z.object({ containers: z.array(z.object({ name: z.string(), image: z.string() })) }) }),
  }),
});
type Deployment = z.infer<typeof deployment>;
const ofProviders: Selection<Deployment> = {
  labelSelector: { ask: PROVIDER, holds: ({ metadata }) => PROVIDER in metadata.labels },
};

/** The version in an image such as `registry.k8s.io/cluster-api/cluster-api-controller:v1.10.5@sha256:…`. */
const versionOf = (image: string): string | undefined => /:v?(\d+\.\d+\.\d+[^@/]*)(?:@|$)/.exec(image)?.[1];

function versionIn(deployments: readonly Deployment[], provider: string): string | undefined {
  const containers = deployments
    .filter(({ metadata }) => metadata.labels[PROVIDER] === provider)
    .flatMap(({ spec }) => spec.template.spec.containers);
  const manager = containers.find(({ name }) => name === 'manager') ?? containers[0];
  return manager && versionOf(manager.image);
}

/**
 * Reads the version of Kubernetes. Reads the versions of Cluster API and its infrastructure provider from the images of
 * their controllers' Deployments. Each provider has a namespace of its own, such as `capi-system` and `capo-system`, so
 * the Deployments of all namespaces are read.
 */
export async function readVersions(
  client: JsonClient,
  ask: ObjectClient,
  backend: string,
): Promise<ManagementVersions> {
  const [{ body }, deployments] = await Promise.all([
    client({ op: 'readVersion', method: 'GET', path: '/version', reply: kubernetes }),
    listObjects(ask, backend, { op: 'listDeployments', kind: DEPLOYMENT, where: ofProviders, item: deployment }),
  ]);
  return {
    kubernetes: body.gitVersion.replace(/^v/, ''),
    clusterApi: versionIn(deployments, 'cluster-api'),
    openstackProvider: versionIn(deployments, 'infrastructure-openstack'),
  };
}
