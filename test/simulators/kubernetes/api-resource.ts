/** One kind of object that a cluster serves, as discovery lists it. */
export interface ApiResource {
  /** '' for the core group. */
  group: string;
  version: string;
  /** The plural name of the kind, as in paths. */
  name: string;
  kind: string;
  singularName: string;
  namespaced: boolean;
  shortNames?: readonly string[];
  /**
   * Fields other than `apiVersion`, `kind` and `metadata`. Absent for kinds from a custom resource definition, because
   * objects of these kinds may have any field.
   */
  fields?: readonly string[];
  /** Fields that a field selector may use, in addition to name and namespace. */
  selectable?: readonly string[];
}
type Details = Partial<Pick<ApiResource, 'shortNames' | 'fields' | 'selectable' | 'singularName'>>;

export const groupVersion = ({ group, version }: Pick<ApiResource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`;
/** The name of a resource in messages: `deployments.apps`. */
export const groupResource = ({ group, name }: Pick<ApiResource, 'group' | 'name'>): string =>
  group === '' ? name : `${name}.${group}`;
export const isCustom = ({ fields }: ApiResource): boolean => fields === undefined;

const kindIn =
  (apiVersion: string, namespaced: boolean, usual: readonly string[] | undefined) =>
  (name: string, kind: string, details: Details = {}): ApiResource => {
    const [version = '', group = ''] = apiVersion.split('/').reverse();
    const fields = details.fields ?? usual;
    const singularName = details.singularName ?? kind.toLowerCase();
    return { group, version, name, kind, namespaced, ...details, singularName, ...(fields && { fields }) };
  };
const USUAL = ['spec', 'status'];

/** Namespaced kinds that are built into Kubernetes, in one version of an API group. */
export const namespacedIn = (apiVersion: string) => kindIn(apiVersion, true, USUAL);
export const clusterWideIn = (apiVersion: string) => kindIn(apiVersion, false, USUAL);
/** Kinds that a custom resource definition has added. */
export const customIn = (apiVersion: string) => kindIn(apiVersion, true, undefined);
export const customClusterWideIn = (apiVersion: string) => kindIn(apiVersion, false, undefined);

export const findKind = (resources: readonly ApiResource[], apiVersion: string, kind: string) =>
  resources.find((it) => it.kind === kind && groupVersion(it) === apiVersion);
