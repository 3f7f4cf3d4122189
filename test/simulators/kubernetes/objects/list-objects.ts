import { z } from 'zod';
import { matchesSelector } from '#test/simulators/_kit/label-selector';
import { type ApiResource, groupVersion, isCustom } from '../api-resource.ts';
import { checkLabelSelector } from '../check-label-selector.ts';
import type { KubernetesContext } from '../kubernetes-context.ts';
import { KubernetesError } from '../kubernetes-error.ts';
import { fieldAt, type KubernetesObject } from './kubernetes-objects.ts';
import { objectView } from './managed-fields.ts';
import { placeOf } from './object-place.ts';
import type { ObjectStore } from './object-store.ts';

export const listQuery = z.object({
  labelSelector: z.string().default(''),
  fieldSelector: z.string().default(''),
  limit: z.coerce.number().int().min(0).default(0),
  continue: z.string().default(''),
});
export type ListQuery = z.infer<typeof listQuery>;
const position = z.object({ v: z.literal('meta.k8s.io/v1'), rv: z.number(), start: z.string() });

const keyOf = ({ metadata }: KubernetesObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;
const fieldNames = (selector: string): string[] =>
  selector.split(',').flatMap((one) => /^\s*([^=!]+?)\s*(?:!=|==?)/.exec(one)?.[1] ?? []);

/**
 * Whether the selectors of a list or a watch select an object. @throws KubernetesError 400 for an invalid selector, or
 * for a field that the kind's field selectors do not support
 */
export function selects(resource: ApiResource, { labelSelector, fieldSelector }: ListQuery) {
  checkLabelSelector(labelSelector);
  const known = ['metadata.name', 'metadata.namespace', ...(resource.selectable ?? [])];
  const asked = fieldNames(fieldSelector);
  const wrong = asked.find((field) => !known.includes(field));
  if (wrong !== undefined) throw new KubernetesError('BadRequest', `field label not supported: ${wrong}`);
  return (object: KubernetesObject): boolean => {
    const fields = Object.fromEntries(asked.map((field) => [field, String(fieldAt(object, field) ?? '')]));
    return matchesSelector(object.metadata.labels ?? {}, labelSelector) && matchesSelector(fields, fieldSelector);
  };
}

export function selected(
  { shelf }: KubernetesContext,
  { resource, namespace }: { resource: ApiResource; namespace?: string | undefined },
  query: ListQuery,
): KubernetesObject[] {
  const isSelected = selects(resource, query);
  return shelf
    .list(resource)
    .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace)
    .filter(isSelected)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** One page of a list. If there is a next page, a token marks its beginning. */
export function listView(
  context: KubernetesContext,
  store: ObjectStore,
  { resource, objects, query }: { resource: ApiResource; objects: KubernetesObject[]; query: ListQuery },
) {
  const from = query.continue === '' ? undefined : startOf(query.continue);
  const left = objects.filter((object) => from === undefined || keyOf(object) >= from.start);
  const shown = query.limit > 0 ? left.slice(0, query.limit) : left;
  const last = shown.at(-1);
  const isFull = shown.length === query.limit && !isUnselective(query);
  const next = last && (left[shown.length] ?? (isFull ? nextTo(context, resource, last) : undefined));
  const rv = from?.rv ?? context.revision.current();
  const token =
    next && Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv, start: keyOf(next) })).toString('base64url');
  return {
    kind: `${resource.kind}List`,
    apiVersion: groupVersion(resource),
    metadata: {
      resourceVersion: String(rv),
      ...(token ? { continue: token } : isCustom(resource) && { continue: '' }),
      // Lists with selectors do not count their remaining items.
      ...(token && isUnselective(query) && { remainingItemCount: left.length - shown.length }),
    },
    items: shown.map((object) => {
      const whole = objectView(object, store.ownersOf(placeOf(resource, object)));
      if (isCustom(resource)) return whole;
      // Items of a list have no `apiVersion` and no `kind` if the kind is built into Kubernetes.
      const { apiVersion: _version, kind: _kind, ...item } = whole;
      return item;
    }),
  };
}

/**
 * The server reads until a page is full. It does not know whether later objects match the selectors, so it announces a
 * next page.
 */
function nextTo({ shelf }: KubernetesContext, resource: ApiResource, last: KubernetesObject) {
  const { namespace } = last.metadata;
  const further = shelf.list(resource).filter((it) => it.metadata.namespace === namespace && keyOf(it) > keyOf(last));
  return further.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))[0];
}

const isUnselective = ({ labelSelector, fieldSelector }: ListQuery): boolean =>
  labelSelector === '' && fieldSelector === '';

function startOf(token: string) {
  try {
    return position.parse(JSON.parse(Buffer.from(token, 'base64url').toString()));
  } catch {
    throw new KubernetesError('BadRequest', 'continue key is not valid');
  }
}
