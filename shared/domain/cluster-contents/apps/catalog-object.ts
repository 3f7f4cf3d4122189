import { z } from 'zod';
import type { KubernetesObject, ObjectAddress } from '../kubernetes-object.ts';

const address = z.string().nullish();

/** Annotations of a repository: its name in the API, and Rancher's id of its project. */
export const CATALOG_TITLE = 'paddock.cloud/name';
export const CATALOG_PROJECT = 'paddock.cloud/rancher-project';
const DESCRIPTION = 'field.cattle.io/description';

/** Rancher reads the login of a repository from a secret in this namespace. */
const ACCOUNTS_NAMESPACE = 'cattle-system';
const REPOSITORY = { apiVersion: 'catalog.cattle.io/v1', kind: 'ClusterRepo' };

export type CatalogFields = { name: string; description: string; url: string; branch: string };
export type CatalogAccount = { username: string; password: string };

/**
 * Makes the name of a Kubernetes object from a display name: `My charts` becomes `my-charts-` and the first characters
 * of `id`. A valid name that is not in `taken` stays unchanged.
 */
export function catalogObjectName(name: string, id: string, taken: readonly string[] = []): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return plain === name && !taken.includes(name) ? name : `${plain || 'catalog'}-${id.slice(0, 8)}`;
}

export const accountNameOf = (objectName: string): string => `paddock-catalog-${objectName}`;
export const accountAddress = (name: string): ObjectAddress => ({
  ...{ apiVersion: 'v1', plural: 'secrets', namespace: ACCOUNTS_NAMESPACE },
  name,
});

/**
 * Whether Rancher has to clone the address as a Git repository. If not, the address is a Helm repository with an index.
 */
const isGit = ({ url, branch }: Pick<CatalogFields, 'url' | 'branch'>): boolean => branch !== '' || /\.git$/.test(url);

const specOf = (fields: CatalogFields) =>
  isGit(fields)
    ? { gitRepo: fields.url, gitBranch: fields.branch || 'main', url: null }
    : { url: fields.url, gitRepo: null, gitBranch: null };

const annotationsOf = ({ name, description }: CatalogFields) => ({
  [CATALOG_TITLE]: name,
  [DESCRIPTION]: description,
});

/** `accountName` is the name of the Secret with the repository's login. Undefined for a public repository. */
type Place = { objectName: string; projectId: string; accountName: string | undefined };

const accountOf = (name: string) => ({ clientSecret: { name, namespace: ACCOUNTS_NAMESPACE } });

export function newCatalogObject(
  fields: CatalogFields,
  { objectName, projectId, accountName }: Place,
): KubernetesObject {
  const spec = Object.fromEntries(Object.entries(specOf(fields)).filter(([, value]) => value !== null));
  return {
    ...REPOSITORY,
    metadata: {
      name: objectName,
      annotations: { ...annotationsOf(fields), ...(projectId !== '' && { [CATALOG_PROJECT]: projectId }) },
    },
    spec: { ...spec, ...(accountName !== undefined && accountOf(accountName)) },
  };
}

/**
 * A merge patch of a repository. Fields that the patch does not name stay unchanged.
 * @param accountName the name of the Secret with the login; `none` removes the login, and undefined keeps it
 */
export const catalogChange = (fields: CatalogFields, accountName: string | 'none' | undefined) => ({
  metadata: { annotations: annotationsOf(fields) },
  spec: { ...specOf(fields), ...(accountName !== undefined && accountChange(accountName)) },
});
const accountChange = (name: string) => (name === 'none' ? { clientSecret: null } : accountOf(name));

const repository = z.object({ spec: z.object({ url: address, gitRepo: address }).nullish() });

/** The address from which Rancher downloads the repository now. Empty if it has none. As in Rancher, Git wins. */
export function addressOfCatalog(object: KubernetesObject): string {
  const { spec } = repository.parse(object);
  return spec?.gitRepo || spec?.url || '';
}

/** Rancher downloads the index again if `forceUpdate` is later than the last download. */
export const refreshChange = (now: Date) => ({ spec: { forceUpdate: `${now.toISOString().slice(0, 19)}Z` } });

export const accountObject = (name: string, { username, password }: CatalogAccount): KubernetesObject => ({
  ...{ apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/basic-auth' },
  metadata: { name, namespace: ACCOUNTS_NAMESPACE },
  stringData: { username, password },
});
