import { isDeepStrictEqual } from 'node:util';
import { groupResource } from './api-resource.ts';
import { PODS, RESOURCE_QUOTAS } from './core-resources.ts';
import type { KubernetesContext } from './kubernetes-context.ts';
import { forbidden } from './kubernetes-error.ts';
import { fieldAt, isRecord, type KubernetesObject } from './objects/kubernetes-objects.ts';
import type { Place } from './objects/object-place.ts';
import { amountIn, amountOfPod, containersOf, hasEnded } from './pod-amounts.ts';
import { addQuantities, formatQuantity, parseQuantity } from './quantity.ts';

type Body = Record<string, unknown>;
type Amounts = Record<string, string>;

/** Names of quota limits for the resources of pods, such as `limits.cpu`. */
const COMPUTED = /^(limits|requests)\.(.+)$/;
const STORAGE = 'requests.storage';
/** Names of quota limits for which every container has to give an amount. */
const MUST_BE_GIVEN = /^(limits\.|requests\.)?(cpu|memory|ephemeral-storage)$/;

const textsOf = (value: unknown): Amounts =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, amount]) => [key, String(amount)])) : {};
/**
 * Splits the name of a limit for pods, such as `limits.cpu`, into its side and its resource. Undefined for
 * `requests.storage` and for any other name.
 */
function computed(name: string): { side: 'limits' | 'requests'; of: string } | undefined {
  const [, side = '', of = ''] = COMPUTED.exec(name) ?? [];
  return name !== STORAGE && (side === 'limits' || side === 'requests') ? { side, of } : undefined;
}

const quotasIn = ({ shelf }: KubernetesContext, namespace: string): KubernetesObject[] =>
  shelf.list(RESOURCE_QUOTAS).filter(({ metadata }) => metadata.namespace === namespace);

const spellings = (name: string): string => (name === 'cpu' || name === 'memory' ? `requests.${name}` : name);

function usedBy(name: string, plural: string, bodies: readonly Body[]): string {
  const counted = name.startsWith('count/') ? name.slice('count/'.length) : name;
  const counting = plural === 'pods' && counted === name ? bodies.filter((it) => !hasEnded(it)) : bodies;
  if (counted === plural) return String(counting.length);
  if (name === STORAGE && plural === 'persistentvolumeclaims') {
    const amounts = bodies.map((it) => String(fieldAt(it, 'spec.resources.requests.storage') ?? '0'));
    return formatQuantity(addQuantities(amounts));
  }
  const amount = computed(spellings(name));
  if (plural !== 'pods' || !amount) return '0';
  const amounts = counting.map(({ spec }) => formatQuantity(amountOfPod(spec, amount.side, amount.of)));
  return formatQuantity(addQuantities(amounts));
}

/** Writes the used amounts into the quotas of a namespace. */
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

/** Refuses an object if a quota has no room for it. @throws KubernetesError 403 */
export function checkQuotas(context: KubernetesContext, { resource, namespace, name }: Place, body: Body): void {
  if (namespace === '') return;
  for (const quota of quotasIn(context, namespace)) {
    const hard = textsOf(fieldAt(quota, 'spec.hard'));
    const failed = (why: string) => forbidden(resource, name, why);
    if (resource === PODS) {
      const missing = Object.keys(hard)
        .sort()
        .flatMap((one) => {
          const amount = computed(spellings(one));
          if (!amount || !MUST_BE_GIVEN.test(one)) return [];
          const without = containersOf(body.spec).filter((it) => amountIn(it, amount.side, amount.of) === undefined);
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
