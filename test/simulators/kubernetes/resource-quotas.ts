import { isDeepStrictEqual } from 'node:util';
import { groupResource } from './api-resource.ts';
import { PODS, RESOURCE_QUOTAS } from './core-resources.ts';
import type { KubernetesContext } from './kubernetes-context.ts';
import { forbidden } from './kubernetes-error.ts';
import { fieldAt, isRecord, type KubernetesObject } from './objects/kubernetes-objects.ts';
import type { Place } from './objects/object-place.ts';
import { addQuantities, formatQuantity, parseQuantity } from './quantity.ts';

type Body = Record<string, unknown>;
type Amounts = Record<string, string>;

/** Amounts of a pod: `limits.cpu` and the like, which a quota counts by container. */
const COMPUTED = /^(limits|requests)\.(.+)$/;

const textsOf = (value: unknown): Amounts =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, amount]) => [key, String(amount)])) : {};
const containersOf = (spec: unknown): unknown[] => {
  const containers = fieldAt(spec, 'containers');
  return Array.isArray(containers) ? containers : [];
};
function amountIn(container: unknown, name: string): string | undefined {
  const [, side = '', of = ''] = COMPUTED.exec(name) ?? [];
  const given = isRecord(container) ? container.resources : undefined;
  const limits = textsOf(isRecord(given) ? given.limits : undefined);
  const amounts =
    side === 'requests' ? { ...limits, ...textsOf(isRecord(given) ? given.requests : undefined) } : limits;
  return amounts[of];
}

const quotasIn = ({ shelf }: KubernetesContext, namespace: string): KubernetesObject[] =>
  shelf.list(RESOURCE_QUOTAS).filter(({ metadata }) => metadata.namespace === namespace);

const spellings = (name: string): string => (name === 'cpu' || name === 'memory' ? `requests.${name}` : name);

/** What is used of one resource of a quota by these objects of one kind. */
function usedBy(name: string, plural: string, bodies: readonly Body[]): string {
  const counted = name.startsWith('count/') ? name.slice('count/'.length) : name;
  if (counted === plural) return String(bodies.length);
  const full = spellings(name);
  if (plural !== 'pods' || !COMPUTED.test(full)) return '0';
  const amounts = bodies.flatMap(({ spec }) => containersOf(spec).map((it) => amountIn(it, full) ?? '0'));
  return formatQuantity(addQuantities(amounts));
}

/** Writes into the quotas of a namespace what is used of them. */
export function countQuotas(context: KubernetesContext, namespace: string): void {
  for (const quota of quotasIn(context, namespace)) {
    const hard = textsOf(fieldAt(quota, 'spec.hard'));
    const used = Object.keys(hard).map((name) => [name, totalOf(context, namespace, name)]);
    const status = { hard, used: Object.fromEntries(used) };
    if (isDeepStrictEqual(status, quota.status)) continue;
    const metadata = { ...quota.metadata, resourceVersion: context.revision.next() };
    context.shelf.set(RESOURCE_QUOTAS, `${namespace}/${metadata.name}`, { ...quota, metadata, status });
  }
}

function totalOf({ resources, shelf }: KubernetesContext, namespace: string, name: string): string {
  const used = resources
    .filter(({ namespaced }) => namespaced)
    .map((resource) => {
      const bodies = shelf.list(resource).filter(({ metadata }) => metadata.namespace === namespace);
      return usedBy(name, groupResource(resource), bodies);
    });
  return formatQuantity(addQuantities(used));
}

/** Nothing new is taken where a quota has no room for it. @throws KubernetesError 403 */
export function checkQuotas(context: KubernetesContext, { resource, namespace, name }: Place, body: Body): void {
  if (namespace === '') return;
  for (const quota of quotasIn(context, namespace)) {
    const hard = textsOf(fieldAt(quota, 'spec.hard'));
    const failed = (why: string) => forbidden(resource, name, why);
    if (resource === PODS) {
      const missing = Object.keys(hard)
        .filter((one) => COMPUTED.test(spellings(one)))
        .sort()
        .flatMap((one) => {
          const without = containersOf(body.spec).filter((it) => amountIn(it, spellings(one)) === undefined);
          return without.length > 0 ? [`${one} for: ${without.map((it) => fieldAt(it, 'name')).join(',')}`] : [];
        });
      if (missing.length > 0) throw failed(`failed quota: ${quota.metadata.name}: must specify ${missing.join('; ')}`);
    }
    const used = textsOf(fieldAt(quota, 'status.used'));
    const over = Object.entries(hard)
      .map(([one, limit]) => ({
        one,
        limit,
        wanted: usedBy(one, groupResource(resource), [body]),
        had: used[one] ?? '0',
      }))
      .filter(({ limit, wanted, had }) => {
        const most = parseQuantity(limit);
        return wanted !== '0' && most !== undefined && addQuantities([wanted, had]).milli > most.milli;
      });
    if (over.length === 0) continue;
    const list = (part: 'wanted' | 'had' | 'limit') => over.map((it) => `${it.one}=${it[part]}`).join(',');
    throw failed(
      `exceeded quota: ${quota.metadata.name}, requested: ${list('wanted')}, used: ${list('had')}, limited: ${list('limit')}`,
    );
  }
}
