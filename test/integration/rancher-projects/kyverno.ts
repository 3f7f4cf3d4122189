import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { ClusterObjects } from '#shared/ports/rancher/cluster-objects';
import type { objectsIn } from '#test/contracts/rancher/objects-in';

export const POLICIES = '/apis/kyverno.io/v1/clusterpolicies';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
/**
 * The path of a YAML file with the CRD of ClusterPolicy from a release of Kyverno. With this CRD a real API server
 * validates every field.
 */
const given = process.env.PADDOCK_REAL_KYVERNO_DEFINITION ?? '';
const definition: object = existsSync(given)
  ? parse(readFileSync(given, 'utf8'))
  : {
      ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
      metadata: { name: 'clusterpolicies.kyverno.io' },
      spec: {
        ...{ group: 'kyverno.io', scope: 'Cluster', names: { kind: 'ClusterPolicy', plural: 'clusterpolicies' } },
        versions: [
          {
            ...{ name: 'v1', served: true, storage: true },
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    };

/** Installs the CRDs for Kyverno's policies in the cluster. No controller enforces the policies. */
export async function installKyverno(
  inside: ReturnType<typeof objectsIn>,
  rancher: Pick<ClusterObjects, 'listKinds'>,
  clusterId: string,
): Promise<void> {
  const answer = await inside.post(DEFINITIONS, definition);
  expect([201, 409], JSON.stringify(answer.body)).toContain(answer.status);
  // A new kind appears in the API server's discovery after a short delay.
  const kinds = () => rancher.listKinds(clusterId, 'kyverno.io/v1');
  await expect.poll(kinds, { timeout: 10_000 }).toContainEqual(expect.objectContaining({ kind: 'ClusterPolicy' }));
}
