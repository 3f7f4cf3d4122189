import { isDeepStrictEqual } from 'node:util';
import { isRecord, type KubernetesObject } from '#test/simulators/kubernetes/objects/kubernetes-objects';
import type { ApiResource } from '../../kubernetes/api-resource.ts';
import type { ObjectEvent } from '../../kubernetes/kubernetes-context.ts';
import type { KubernetesServer, Sent } from './kubernetes-server.ts';
import { isReal, pathOf } from './played-kinds.ts';

type Known = Pick<KubernetesObject, 'metadata'> & Record<string, unknown>;

/** Whether Kubernetes makes this object in every cluster, so that a real cluster already has the object. */
const isKubernetesOwn = ({ kind, metadata: { name } }: KubernetesObject): boolean =>
  ['Pod', 'ServiceAccount'].includes(kind) || name === 'kube-root-ca.crt';

/**
 * Returns a function that applies the change of an event to a real cluster. The returned function throws if the cluster
 * refuses the write. An object that already exists or is already gone causes no error.
 */
function writer(server: KubernetesServer, lastRead: Map<string, Known>) {
  async function send(sent: Sent, ...unless: number[]): Promise<void> {
    const { status, body } = await server.ask(sent);
    if (status >= 300 && !unless.includes(status)) {
      throw new Error(`The real cluster answered ${status} to ${sent.method} ${sent.path}: ${JSON.stringify(body)}`);
    }
    if (status < 300 && isRecord(body) && isRecord(body.metadata))
      lastRead.set(String(body.metadata.uid), body as Known);
  }

  async function create(resource: ApiResource, object: KubernetesObject): Promise<void> {
    const { status: _status, metadata, ...body } = object;
    const { name, namespace, labels, annotations } = metadata;
    const made = { ...body, metadata: { name, namespace, labels, annotations } };
    await send({ method: 'POST', path: pathOf(resource, namespace), body: JSON.stringify(made) }, 409);
  }

  const patch = (resource: ApiResource, { metadata }: KubernetesObject, change: object) =>
    send(
      {
        ...{ method: 'PATCH', path: pathOf(resource, metadata.namespace, metadata.name) },
        ...{ type: 'application/merge-patch+json', body: JSON.stringify(change) },
      },
      404,
    );

  async function change(resource: ApiResource, object: KubernetesObject): Promise<void> {
    const made = changeOf(lastRead.get(object.metadata.uid), object);
    if (made !== undefined) await patch(resource, object, made);
  }

  return async ({ type, resource, object }: ObjectEvent): Promise<void> => {
    const { name, namespace, deletionTimestamp } = object.metadata;
    if (type === 'DELETED' || deletionTimestamp !== undefined) {
      await send({ method: 'DELETE', path: pathOf(resource, namespace, name) }, 404, 409);
    } else if (type === 'ADDED') await create(resource, object);
    else await change(resource, object);
  };
}

/** Sends the writes of Rancher and its agent to a real cluster, one after the other, in their order. */
export function writeThrough(server: KubernetesServer, lastRead: Map<string, Known>) {
  const write = writer(server, lastRead);
  let last: Promise<void> = Promise.resolve();
  let failure: unknown;
  let count = 0;
  return {
    heard(event: ObjectEvent): void {
      if (!isReal(event.resource) || isKubernetesOwn(event.object)) return;
      count += 1;
      const kept = structuredClone(event.object);
      last = last.then(async () => {
        try {
          await write({ ...event, object: kept });
        } catch (error) {
          failure ??= error;
        }
      });
    },
    count: () => count,
    /**
     * Waits until all writes are done.
     * @throws what the real cluster has refused since the last call
     */
    async settled(): Promise<void> {
      await last;
      const refused = failure;
      failure = undefined;
      if (refused !== undefined) throw refused;
    },
  };
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** A merge patch from one value to another. Removed fields are null. */
function difference(before: unknown, after: unknown): Record<string, unknown> {
  const [old, now] = [recordOf(before), recordOf(after)];
  const gone = Object.keys(old).filter((key) => !(key in now));
  const other = Object.entries(now).filter(([key, value]) => !isDeepStrictEqual(value, old[key]));
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...Object.fromEntries(other) };
}

function changeOf(before: Known | undefined, { metadata, ...object }: KubernetesObject): object | undefined {
  const parts = Object.entries({
    labels: difference(before?.metadata.labels, metadata.labels),
    annotations: difference(before?.metadata.annotations, metadata.annotations),
  }).filter(([, part]) => Object.keys(part).length > 0);
  const body = Object.entries(object).filter(
    ([field, value]) => !['apiVersion', 'kind', 'status'].includes(field) && !isDeepStrictEqual(value, before?.[field]),
  );
  if (parts.length === 0 && body.length === 0) return undefined;
  return { ...Object.fromEntries(body), metadata: Object.fromEntries(parts) };
}
