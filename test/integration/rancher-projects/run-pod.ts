import { expect } from 'vitest';
import type { SharedCluster } from './shared-cluster.ts';

type Amounts = Record<string, string>;

/** A pod that complies with the pod security level `restricted`. Project namespaces enforce this level. */
export const restrictedPod = (name: string, requests: Amounts, limits = requests) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
  spec: {
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        ...{ name: 'main', image: 'example.org/tool:1', resources: { requests, limits } },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
  },
});

export async function runPod(
  { inside }: Pick<SharedCluster, 'inside'>,
  namespace: string,
  name: string,
  amounts: Amounts,
) {
  const answer = await inside.post(`/api/v1/namespaces/${namespace}/pods`, restrictedPod(name, amounts));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}
