import { isObject, type Json, type JsonObject, objectAt } from '#infra/openapi/json';
import type { DocumentOperation } from './document-operations.ts';

/** Where a call names an object: in its path, its query or its body. */
export type Reference = {
  where: 'path' | 'query' | 'body';
  /** In the path or query: the parameter. In the body: the way to it, e.g. `attributes.nodes[].subnet`. */
  name: string;
  /** Collections of what may be named there, e.g. `rancher-clusters`. */
  collections: readonly string[];
};

/** What is on sale is for everybody, and so are its seller and the roles in the seller's Rancher. */
const SHOP = [
  'marketplace-public-offerings',
  'marketplace-offerings',
  'marketplace-plans',
  'marketplace-categories',
  'rancher-role-templates',
  'rancher-cluster-templates',
];
export const isShop = (segment: string): boolean => SHOP.includes(segment);

/** Inside places: what somebody may name as the place of something else. */
const PLACES = ['customers', 'projects'];

/** Roles and templates are the same for everybody, and roles of a Rancher are no secret. */
const FOR_EVERYBODY = ['roles', 'rancher-role-templates', 'rancher-cluster-templates', 'marketplace-categories'];

/** What the names of fields and parameters stand for. The walk fails on a name that is not here. */
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
  // Waldur calls by `resource_uuid` now an order's or usage's resource, now what that stands for.
  resource: ['marketplace-resources', 'rancher-clusters'],
  marketplace_resource: ['marketplace-resources'],
  service_settings: ['service-settings', 'providers'],
  settings: ['service-settings', 'providers'],
  tenant: ['openstack-tenants'],
  management_tenant: ['openstack-tenants'],
  cluster: ['rancher-clusters'],
  identity: ['marketplace-site-agent-identities'],
  service: ['marketplace-site-agent-services'],
  node: ['rancher-nodes'],
  namespace: ['rancher-namespaces'],
  default_namespace: ['rancher-namespaces'],
  rancher_project: ['rancher-projects'],
  workload: ['rancher-workloads'],
  template: ['rancher-templates'],
  catalog: ['rancher-catalogs'],
  // Of the workloads of a service.
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
  // Of another installation: it names nothing here.
  remote_offering: [],
  remote_project: ['projects'],
  // Rules of a security group are named within it only.
  rules: [],
};

const bare = (name: string): string => name.replace(/_uuid$/, '');
const segmentOf = (path: string): string => path.split('/')[2] ?? '';
/** The collection of `{thing}` in `…/subnets/{thing}/`. */
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

/**
 * A version of a chart names no object. Names of a secret and its namespace name only one within the project, and the
 * name of a machine or node group only one within the cluster.
 */
const inPath = ({ path }: DocumentOperation): Reference[] =>
  [...path.matchAll(/\{((?!(?:version|namespace|name|machine|node_group)\})\w+)\}/g)].map(([, name = '']) => ({
    where: 'path',
    name,
    collections: [before(path, name)],
  }));

/** What finds nothing whatever it says, or changes nothing, names nothing. */
const isNamedInQuery = ({ name, description }: { name: string; description: string }): boolean =>
  !/^(No item has the field|Has no effect\.) /.test(description) && (/uuid/.test(name) || /uuid|URL/.test(description));
const inQuery = (operation: DocumentOperation): Reference[] =>
  operation.query
    .filter((parameter) => isNamedInQuery(parameter) && !/Where the browser goes/.test(parameter.description))
    .map(({ name }) => ({ where: 'query', name, collections: meant(operation, name) }));

const UUID_PATTERN = '^[0-9a-f]{32}$';
const isReference = ({ description, pattern }: JsonObject): boolean =>
  pattern === UUID_PATTERN ||
  (typeof description === 'string' &&
    /(?:(?:An object|[Oo]ne) of `[\w-]+`: its uuid|the uuid of one of `[\w-]+`)/.test(description));

const alternatives = (schema: JsonObject): JsonObject[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name].filter(isObject) : []));

/** The ways to every property that is a reference, in whatever alternative of the schema. */
function waysIn(schema: JsonObject, way: string): string[] {
  const here = isReference(schema) ? [way] : [];
  const items = isObject(schema.items) ? waysIn(schema.items, `${way}[]`) : [];
  const below = Object.entries(objectAt(schema, 'properties')).flatMap(([name, value]) =>
    isObject(value) ? waysIn(value, way === '' ? name : `${way}.${name}`) : [],
  );
  return [...new Set([...here, ...items, ...below, ...alternatives(schema).flatMap((it) => waysIn(it, way))])];
}

/** What the last part of a way is called; a uuid is one of what it is in. */
function nameOf(way: string): string {
  const names = way.replaceAll('[]', '').split('.');
  return (names.at(-1) === 'uuid' ? names.at(-2) : names.at(-1)) ?? '';
}
const inBody = (operation: DocumentOperation): Reference[] =>
  waysIn(operation.bodySchema, '').map((way) => ({
    ...{ where: 'body', name: way, collections: meant(operation, nameOf(way)) },
  }));

/** Users belong to no customer: a caller who knows a user's uuid may give this user a role, and learns whether the user is there. */
const isOwned = ({ where, collections }: Reference): boolean =>
  !collections.every(
    (collection) => FOR_EVERYBODY.includes(collection) || (where === 'body' && collection === 'users'),
  );

/** Every place in which a call of this operation names an object that somebody has. */
export const referencesOf = (operation: DocumentOperation): Reference[] =>
  [...inPath(operation), ...inQuery(operation), ...inBody(operation)].filter(isOwned);

/** The body with this in the place that the way leads to; what is missing on the way is made. */
export function withValueAt(body: Json, way: string, value: string): Json {
  const [, head = '', lists = '', rest = ''] = /^([^.[]*)((?:\[\])*)\.?(.*)$/.exec(way) ?? [];
  const parent = isObject(body) ? body : {};
  if (lists === '') return { ...parent, [head]: rest === '' ? value : withValueAt(parent[head] ?? {}, rest, value) };
  const list = parent[head];
  const [first, ...others] = Array.isArray(list) ? list : [];
  return { ...parent, [head]: [rest === '' ? value : withValueAt(first ?? {}, rest, value), ...others] };
}

/** What stands where the way leads to, in the first item of each list on it. */
export function valueAt(body: Json, way: string): Json | undefined {
  let found: Json | undefined = body;
  for (const part of way.replaceAll('[]', '.0').split('.')) {
    if (Array.isArray(found)) found = found[Number(part)];
    else found = isObject(found) ? found[part] : undefined;
  }
  return found;
}
