import { newAuthority } from '../_kit/certificate-authority.ts';
import { SECRETS } from '../kubernetes/core-resources.ts';
import { kubeconfig } from '../kubernetes/kubeconfig.ts';
import type { KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { CLUSTER_NAME } from './kinds.ts';
import type { Management } from './management.ts';

/** All clusters share one authority, since making an authority takes longer than a test should. */
const authority = await newAuthority('CN=kubernetes');
const { key } = authority;

export const SECRET_TYPE = 'cluster.x-k8s.io/secret';
export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Makes the certificates of a new control plane, for the API, service accounts, the aggregation layer and etcd. */
export function makeCertificates(
  { find, create }: Management,
  cluster: KubernetesObject,
  owner: KubernetesObject,
): void {
  const { namespace = '', name } = cluster.metadata;
  for (const purpose of ['ca', 'sa', 'proxy', 'etcd']) {
    if (find(SECRETS, namespace, `${name}-${purpose}`)) continue;
    const data = { 'tls.crt': base64(authority.certificate), 'tls.key': base64(key) };
    const body = { type: SECRET_TYPE, data };
    create(SECRETS, { name: `${name}-${purpose}`, namespace, labels: { [CLUSTER_NAME]: name }, owner, body });
  }
}

export function makeKubeconfig(
  { find, create }: Management,
  cluster: KubernetesObject,
  { owner, server }: { owner: KubernetesObject; server: string },
): void {
  const { namespace = '', name } = cluster.metadata;
  if (find(SECRETS, namespace, `${name}-kubeconfig`)) return;
  const access = { 'client-certificate-data': base64(authority.certificate), 'client-key-data': base64(key) };
  const value = kubeconfig({ name, server, user: `${name}-admin`, access, ca: base64(authority.certificate) });
  const body = { type: SECRET_TYPE, data: { value: base64(value) } };
  create(SECRETS, { name: `${name}-kubeconfig`, namespace, labels: { [CLUSTER_NAME]: name }, owner, body });
}
