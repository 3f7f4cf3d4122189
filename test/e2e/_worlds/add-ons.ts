import { expect } from 'vitest';
import { simulatedManagement } from '#infra/local/cluster-api-market';
import type { Simulator } from '#test/contracts/start-simulator';

/** Creates the ConfigMaps with add-on manifests in the management cluster, as an operator does. */
export async function addAddOns({ url, printed }: Simulator): Promise<void> {
  const { token, namespace } = simulatedManagement(printed);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const pod = { containers: [{ name: 'node', image: 'quay.io/calico/node:v3' }] };
  for (const name of ['paddock-calico-v3.32.1', 'paddock-cinder-csi-v1.32.0']) {
    const data = { 'all.yaml': JSON.stringify({ kind: 'DaemonSet', spec: { template: { spec: pod } } }) };
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
    const path = `${url}/api/v1/namespaces/${namespace}/configmaps`;
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(201);
  }
}
