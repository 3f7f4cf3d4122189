import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ApiResource } from '../api-resource.ts';
import type { KubernetesContext, ObjectEvent } from '../kubernetes-context.ts';
import type { KubernetesObject } from './kubernetes-objects.ts';
import { type ListQuery, selected, selects } from './list-objects.ts';
import { objectView } from './managed-fields.ts';
import { placeOf } from './object-place.ts';
import type { ObjectStore } from './object-store.ts';

export const watchQuery = z.object({
  watch: z.stringbool().default(false),
  resourceVersion: z.string().default(''),
  sendInitialEvents: z.stringbool().default(false),
  timeoutSeconds: z.coerce.number().default(0),
});
type Watch = {
  resource: ApiResource;
  namespace: string | undefined;
  query: ListQuery;
  watch: z.infer<typeof watchQuery>;
};

/** Sends changes as they happen, one JSON object a line, until the client disconnects or the watch times out. */
export function watchObjects(
  context: KubernetesContext,
  store: ObjectStore,
  reply: FastifyReply,
  { resource, namespace, query, watch, view }: Watch & { view: (object: KubernetesObject) => unknown },
): void {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
  const send = (type: string, object: KubernetesObject) => {
    const whole = objectView(object, store.ownersOf(placeOf(resource, object)));
    raw.write(`${JSON.stringify({ type, object: view(whole) })}\n`);
  };
  const isSelected = selects(resource, query);
  const listener = (event: ObjectEvent) => {
    if (event.resource !== resource || !isSelected(event.object)) return;
    if (namespace === undefined || event.object.metadata.namespace === namespace) send(event.type, event.object);
  };
  // Without a resource version, or with 0, the watch begins with the present objects. Otherwise the watch begins with
  // the events after that version.
  if (watch.sendInitialEvents || ['', '0'].includes(watch.resourceVersion)) {
    for (const object of selected(context, { resource, namespace }, query)) send('ADDED', object);
  } else {
    const events = context.history.since(Number(watch.resourceVersion));
    if (!events) return void raw.end(`${JSON.stringify(tooOld(watch.resourceVersion))}\n`);
    for (const event of events) listener(event);
  }
  if (watch.sendInitialEvents) raw.write(`${JSON.stringify(endOfFirst(context, resource))}\n`);
  context.listeners.add(listener);
  const end = () => {
    context.listeners.delete(listener);
    raw.end();
  };
  raw.on('close', end);
  if (watch.timeoutSeconds > 0) context.clock.after(watch.timeoutSeconds * 1000, end);
  raw.flushHeaders();
}

/** Ends the watch of a client that was away for too long, as a real API server does. The client then lists again. */
function tooOld(version: string) {
  const message = `too old resource version: ${version}`;
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message };
  return { type: 'ERROR', object: { ...status, reason: 'Expired', code: 410 } };
}

function endOfFirst({ revision }: KubernetesContext, { kind }: ApiResource) {
  const annotations = { 'k8s.io/initial-events-end': 'true' };
  return { type: 'BOOKMARK', object: { kind, metadata: { resourceVersion: String(revision.current()), annotations } } };
}
