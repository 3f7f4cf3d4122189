import { isObject, type Json, type JsonObject, objectAt } from '#infra/openapi/json';
import type { DocumentOperation } from './document-operations.ts';

/** A place in a call that refers to an object: in the path, the query or the body. */
export type Reference = {
  where: 'path' | 'query' | 'body';
  /**
   * In the path or query: the parameter's name. In the body: the path of the property, e.g.
   * `attributes.nodes[].subnet`.
   */
  name: string;
  /** Collections of the objects that may be referred to, e.g. `rancher-clusters`. */
  collections: readonly string[];
};

/** Public collections: everything on sale, and the roles in a seller's Rancher. Sellers are public too. */
const SHOP = [
  'marketplace-public-offerings',
  'marketplace-offerings',
  'marketplace-plans',
  'marketplace-categories',
  'rancher-role-templates',
  'rancher-cluster-templates',
];
export const isShop = (segment: string): boolean => SHOP.includes(segment);

/** Collections of the objects that can be the customer or project of another object. */
const PLACES = ['customers', 'projects'];

/**
 * Collections without an owner. Roles and templates are the same for everybody, and a Rancher's roles are no secret.
 */
const FOR_EVERYBODY = ['roles', 'rancher-role-templates', 'rancher-cluster-templates', 'marketplace-categories'];

/** The collections that a field or parameter name refers to. The test fails on a name without an entry. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  role: ['roles'],
  cluster_template: ['rancher-cluster-templates'],
  customer: ['customers'],
  provider: ['customers'],
  project: ['projects'],
  vm_project: ['projects'],
  user: ['users'],
  author: ['users'],
  related_user: ['users'],
  user_url: ['users'],
  offering: ['marketplace-public-offerings'],
  uuid_list: ['marketplace-public-offerings'],
  openstack_offering_uuid_list: ['marketplace-public-offerings'],
  plan: ['marketplace-plans'],
  // In Waldur, `resource_uuid` means the resource of an order or usage, or the cluster behind that resource.
  resource: ['marketplace-resources', 'rancher-clusters'],
  marketplace_resource: ['marketplace-resources'],
  service_settings: ['service-settings', 'providers'],
  settings: ['service-settings', 'providers'],
  tenant: ['openstack-tenants'],
  management_tenant: ['openstack-tenants'],
  magnum_cloud: ['service-settings'],
  cluster: ['rancher-clusters'],
  cluster_api_template: ['cluster-api-templates'],
  identity: ['marketplace-site-agent-identities'],
  service: ['marketplace-site-agent-services'],
  node: ['rancher-nodes'],
  namespace: ['rancher-namespaces'],
  default_namespace: ['rancher-namespaces'],
  rancher_project: ['rancher-projects'],
  workload: ['rancher-workloads'],
  template: ['rancher-templates'],
  catalog: ['rancher-catalogs'],
  // In the workloads of a service, `url` refers to a workload.
  url: ['rancher-workloads'],
  group: ['keycloak-groups'],
  scope: [...PLACES, 'rancher-clusters', 'rancher-projects'],
  subnet: ['subnets'],
  network: ['openstack-networks'],
  networks: ['openstack-networks'],
  image: ['openstack-images'],
  category: ['marketplace-categories'],
  flavor: ['flavors'],
  system_volume_type: ['volume-types'],
  volume_type: ['volume-types'],
  security_groups: ['security-groups'],
  instance: ['instances'],
  // This field contains the uuid of an offering of another Waldur, so it refers to no object of this installation.
  remote_offering: [],
  remote_project: ['projects'],
  // The uuid of a rule is valid only within its security group, so it does not count as a reference.
  rules: [],
};

const bare = (name: string): string => name.replace(/_uuid$/, '');
const segmentOf = (path: string): string => path.split('/')[2] ?? '';
/** The path segment before a parameter, which is its collection: `subnets` for `{thing}` in `…/subnets/{thing}/`. */
const before = (path: string, parameter: string): string => path.split(`/{${parameter}}`)[0]?.split('/').at(-1) ?? '';

function meant(operation: DocumentOperation, name: string): readonly string[] {
  if (name === 'uuid') return [segmentOf(operation.path)];
  const collections = MEANT[bare(name)];
  if (collections === undefined) {
    throw new Error(
      `${operation.method} ${operation.path} names an object by "${name}": say what it is in references.ts`,
    );
  }
  return collections;
}

/** Path parameters with the names of secrets, namespaces, machines and node groups. See `named-objects.ts`. */
const NAMES_IN_PATH = ['namespace', 'name', 'machine', 'node_group'];
/** A chart version is no object. */
const NO_OBJECT_IN_PATH = ['version'];
const parametersIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The path parameters that name an object which is valid only within a project or a cluster. */
export const namesInPath = (path: string): string[] =>
  parametersIn(path).filter((name) => NAMES_IN_PATH.includes(name));

const inPath = ({ path }: DocumentOperation): Reference[] =>
  parametersIn(path)
    .filter((name) => ![...NAMES_IN_PATH, ...NO_OBJECT_IN_PATH].includes(name))
    .map((name) => ({ where: 'path', name, collections: [before(path, name)] }));

/** Whether a query parameter does anything. Otherwise, its description says that it finds nothing or has no effect. */
export const hasEffect = ({ description }: { description: string }): boolean =>
  !/^(No item has the field|Has no effect\.) /.test(description);
/** Whether a query parameter refers to an object. */
export const isNamedInQuery = ({ name, description }: { name: string; description: string }): boolean =>
  hasEffect({ description }) && (/uuid/.test(name) || /uuid|URL/.test(description));
const inQuery = (operation: DocumentOperation): Reference[] =>
  operation.query
    .filter((parameter) => isNamedInQuery(parameter) && !/Where the browser goes/.test(parameter.description))
    .map(({ name }) => ({ where: 'query', name, collections: meant(operation, name) }));

const UUID_PATTERN = '^[0-9a-f]{32}$';
export const isReference = ({ description, pattern }: JsonObject): boolean =>
  pattern === UUID_PATTERN ||
  (typeof description === 'string' &&
    /(?:(?:An object|[Oo]ne) of `[\w-]+`(?:(?:,| or) `[\w-]+`)*(?: of the tenant)?: its uuid|the uuid of one of `[\w-]+`)/.test(
      description,
    ));

const alternatives = (schema: JsonObject): JsonObject[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name].filter(isObject) : []));

/** Paths of all properties that are references, in all alternatives of the schema. */
function waysIn(schema: JsonObject, way: string): string[] {
  const here = isReference(schema) ? [way] : [];
  const items = isObject(schema.items) ? waysIn(schema.items, `${way}[]`) : [];
  const below = Object.entries(objectAt(schema, 'properties')).flatMap(([name, value]) =>
    isObject(value) ? waysIn(value, way === '' ? name : `${way}.${name}`) : [],
  );
  return [...new Set([...here, ...items, ...below, ...alternatives(schema).flatMap((it) => waysIn(it, way))])];
}

/** The name of the last part of a path. If the last part is `uuid`, the name of the part before it. */
function nameOf(way: string): string {
  const names = way.replaceAll('[]', '').split('.');
  return (names.at(-1) === 'uuid' ? names.at(-2) : names.at(-1)) ?? '';
}
const inBody = (operation: DocumentOperation): Reference[] =>
  waysIn(operation.bodySchema, '').map((way) => ({
    ...{ where: 'body', name: way, collections: meant(operation, nameOf(way)) },
  }));

/**
 * Whether the referenced object has an owner. Users in a body do not count, because users belong to no customer. In
 * addition, a caller may give a role to any user by uuid, and so may learn whether the user exists.
 */
const isOwned = ({ where, collections }: Reference): boolean =>
  !collections.every(
    (collection) => FOR_EVERYBODY.includes(collection) || (where === 'body' && collection === 'users'),
  );

/** All places where a call of this operation refers to an object with an owner. */
export const referencesOf = (operation: DocumentOperation): Reference[] =>
  [...inPath(operation), ...inQuery(operation), ...inBody(operation)].filter(isOwned);

/** The body with this value at the path. Missing parents are created. */
export function withValueAt(body: Json, way: string, value: string): Json {
  const [, head = '', lists = '', rest = ''] = /^([^.[]*)((?:\[\])*)\.?(.*)$/.exec(way) ?? [];
  const parent = isObject(body) ? body : {};
  if (lists === '') return { ...parent, [head]: rest === '' ? value : withValueAt(parent[head] ?? {}, rest, value) };
  const list = parent[head];
  const [first, ...others] = Array.isArray(list) ? list : [];
  return { ...parent, [head]: [rest === '' ? value : withValueAt(first ?? {}, rest, value), ...others] };
}

/** The value at the path. Each list on the path is followed to its first item. */
export function valueAt(body: Json, way: string): Json | undefined {
  let found: Json | undefined = body;
  for (const part of way.replaceAll('[]', '.0').split('.')) {
    if (Array.isArray(found)) found = found[Number(part)];
    else found = isObject(found) ? found[part] : undefined;
  }
  return found;
}
