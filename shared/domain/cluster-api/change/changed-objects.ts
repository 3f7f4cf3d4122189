import { isSameValue } from '../../_core/deep-equal.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';
import { addOnSources } from '../rendering/add-ons.ts';
import type { ClusterCloud } from '../rendering/cluster-to-render.ts';
import { renderCluster } from '../rendering/render-cluster.ts';
import type { ClusterForm } from './cluster-form.ts';

/** A change leaves address and credential of the cloud as they are. So they are not read for a plan. */
const SAME_CLOUD: ClusterCloud = {
  authUrl: 'https://cloud.invalid',
  publicAuthUrl: 'https://cloud.invalid',
  interface: 'public',
  credential: { id: '', secret: '' },
};
const UUID = '00000000000000000000000000000000';

/** The same with manifests of add-ons. Their names say what is in them. */
const manifestsOf = ({ spec }: ClusterForm) =>
  new Map(addOnSources(spec).map((source) => [source, { 'manifest.yaml': `kind: ${source}\n` }]));

const nameOf = ({ kind, metadata: { name } }: KubernetesObject): string => `${kind} ${name}`;

/** Objects on the management side that the change writes or deletes. */
export function changedObjects(before: ClusterForm, wanted: ClusterForm): string[] {
  const [old = new Map(), next = new Map()] = [before, wanted].map((form) => {
    const objects = renderCluster({ ...form, uuid: UUID, namespace: '', cloud: SAME_CLOUD }, manifestsOf(form));
    return new Map(objects.map((object) => [nameOf(object), object]));
  });
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => !isSameValue(old.get(name), next.get(name)));
}
