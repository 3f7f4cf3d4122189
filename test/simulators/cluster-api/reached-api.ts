import { parse } from 'yaml';
import { ENDPOINT_SLICES, SECRETS, SERVICES } from '../kubernetes/core-resources.ts';
import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { listAt, type Management, textAt } from './management.ts';

const SERVICE_NAME = 'kubernetes.io/service-name';

/** The address in the kubeconfig with which the managers connect to a cluster. */
function serverOf({ find }: Management, { metadata: { namespace = '', name } }: KubernetesObject): URL | undefined {
  const text = textAt(find(SECRETS, namespace, `${name}-kubeconfig`), 'data.value');
  const [first] = listAt(parse(Buffer.from(text ?? '', 'base64').toString()), 'clusters');
  const server = textAt(first, 'cluster.server');
  return server ? new URL(server) : undefined;
}

function hasEndpoints({ find, list }: Management, namespace: string, name: string, port: number): boolean {
  const service = find(SERVICES, namespace, name);
  const found = listAt(service, 'spec.ports').find((one) => fieldAt(one, 'port') === port);
  const portName = textAt(found, 'name');
  return list(ENDPOINT_SLICES, namespace, { [SERVICE_NAME]: name }).some(
    (slice) =>
      listAt(slice, 'ports').some((one) => textAt(one, 'name') === portName) &&
      listAt(slice, 'endpoints').some((one) => fieldAt(one, 'conditions.ready') !== false),
  );
}

/**
 * Whether the managers reach the API of a cluster. An API without a floating IP has its address in a tenant's network.
 * The managers reach this API only through a Service of the management cluster, which the kubeconfig names:
 * `<service>.<namespace>`.
 */
export function isReachedApi(world: Management, cluster: KubernetesObject): boolean {
  const { namespace = '' } = cluster.metadata;
  const infrastructure = world.follow(fieldAt(cluster, 'spec.infrastructureRef'), namespace);
  const isInside = fieldAt(infrastructure, 'spec.disableAPIServerFloatingIP') === true;
  if (!isInside || fieldAt(infrastructure, 'status.network.id') === undefined) return true;
  const server = serverOf(world, cluster);
  const [name = '', of] = server?.hostname.split('.') ?? [];
  return of !== undefined && hasEndpoints(world, of, name, Number(server?.port || 443));
}
