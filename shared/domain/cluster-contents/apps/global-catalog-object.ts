import { z } from 'zod';
import { isSameValue } from '../../_core/values/deep-equal.ts';
import { collectionOf, type KubernetesObject, type ObjectAddress } from '../kubernetes-object.ts';
import { accountNameOf, catalogChange, newCatalogObject, refreshChange } from './catalog-object.ts';
import { CATALOG_TYPE, type GlobalCatalog } from './global-catalog.ts';

/**
 * Label on every copy of a global catalog. Its value is the catalog's uuid. Only objects with this label belong to
 * Paddock.
 */
export const GLOBAL_CATALOG = 'paddock.cloud/global-catalog';
/** Annotation on a copy that has a Secret with a login. The value of the annotation is the uuid of this login. */
const ACCOUNT = 'paddock.cloud/account';

/** The address of a global catalog's copy, which is the same in every cluster. */
export const copyAddress = ({ objectName: name }: Pick<GlobalCatalog, 'objectName'>): ObjectAddress => ({
  ...collectionOf(CATALOG_TYPE),
  name,
});
/**
 * The name of the Secret with the login. The name contains the uuid of the global catalog, so it differs from the
 * Secret names of the cluster's own catalogs.
 */
export const copyAccountName = ({ uuid }: Pick<GlobalCatalog, 'uuid'>): string => accountNameOf(uuid);

const copy = z.object({
  metadata: z.object({
    labels: z.record(z.string(), z.string()).nullish(),
    annotations: z.record(z.string(), z.string()).nullish(),
  }),
  spec: z.object({ forceUpdate: z.string().nullish() }).nullish(),
});

/**
 * Whether the object is a copy of the catalog. An object with the same name but without the label belongs to somebody
 * else.
 */
export const isCopyOf = ({ uuid }: Pick<GlobalCatalog, 'uuid'>, found: KubernetesObject): boolean =>
  copy.safeParse(found).data?.metadata.labels?.[GLOBAL_CATALOG] === uuid;

const marksOf = ({ uuid, accountUuid }: GlobalCatalog) => ({
  labels: { [GLOBAL_CATALOG]: uuid },
  annotations: { ...(accountUuid !== undefined && { [ACCOUNT]: accountUuid }) },
});
const accountNameIn = (catalog: GlobalCatalog) =>
  catalog.accountUuid === undefined ? undefined : copyAccountName(catalog);
const refreshOf = ({ refreshedAt }: GlobalCatalog): { forceUpdate?: string } =>
  refreshedAt === undefined ? {} : refreshChange(new Date(refreshedAt)).spec;

/** The Kubernetes object that is created in a cluster that has no copy of the catalog yet. */
export function newCopy(catalog: GlobalCatalog): KubernetesObject {
  const { objectName } = catalog;
  const object = newCatalogObject(catalog, { objectName, projectId: '', accountName: accountNameIn(catalog) });
  const { labels, annotations } = marksOf(catalog);
  const before = copy.parse(object).metadata;
  return {
    ...object,
    metadata: { ...object.metadata, labels, annotations: { ...before.annotations, ...annotations } },
    spec: { ...z.object({ spec: z.looseObject({}) }).parse(object).spec, ...refreshOf(catalog) },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the value already has everything that the JSON merge patch would set. */
function isPatched(value: unknown, patch: unknown): boolean {
  if (!isObject(patch)) return isSameValue(value ?? null, patch);
  return Object.entries(patch).every(([key, part]) => isPatched(isObject(value) ? value[key] : undefined, part));
}

/**
 * The merge patch that makes the copy equal to the catalog. Undefined if they are already equal. The patch keeps fields
 * that Rancher sets. It also keeps the copy's `forceUpdate` if this time is later than the catalog's.
 */
export function copyChange(catalog: GlobalCatalog, found: KubernetesObject) {
  const { metadata, spec } = catalogChange(catalog, accountNameIn(catalog));
  const { labels, annotations } = marksOf(catalog);
  const refresh = refreshOf(catalog);
  const isRefreshedLater = (copy.parse(found).spec?.forceUpdate ?? '') >= (refresh.forceUpdate ?? '');
  const change = {
    metadata: { labels, annotations: { ...metadata.annotations, [ACCOUNT]: null, ...annotations } },
    spec: {
      ...spec,
      ...(catalog.accountUuid === undefined && { clientSecret: null }),
      ...(!isRefreshedLater && refresh),
    },
  };
  return isPatched(found, change) ? undefined : change;
}

/** Whether the copy still has the Secret of a login that was removed from the catalog. */
export const hasRemovedAccount = ({ accountUuid }: GlobalCatalog, found: KubernetesObject | undefined): boolean =>
  accountUuid === undefined && found !== undefined && copy.parse(found).metadata.annotations?.[ACCOUNT] !== undefined;

/** Whether the Secret of the copy has another login than the catalog. */
export const hasOtherAccount = ({ accountUuid }: GlobalCatalog, found: KubernetesObject | undefined): boolean =>
  accountUuid !== undefined && (!found || copy.parse(found).metadata.annotations?.[ACCOUNT] !== accountUuid);
