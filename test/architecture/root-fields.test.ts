import { expect, test } from 'vitest';
import { z } from 'zod';
import { declaredRootFields, rootFieldsIn } from '#shared/contracts/rest/_core/root-fields';
import { groupBody, newGroupBody } from '#shared/contracts/rest/cluster-api/node-group-bodies';
import { newTemplateBody } from '#shared/contracts/rest/cluster-api/template-body';
import { upgradeBody } from '#shared/contracts/rest/cluster-api/upgrade-bodies';
import { clusterApiFields } from '#shared/contracts/rest/marketplace/orders/cluster-api-attributes';
import { managedAttributeFields } from '#shared/contracts/rest/marketplace/orders/managed-attribute-fields';
import { nodeBody, orderAttributeFields } from '#shared/contracts/rest/marketplace/orders/order-attributes-body';
import { managedPoolBody, newPoolBody, poolBody } from '#shared/contracts/rest/marketplace/orders/pools/pool-body';
import { poolSettingsFields } from '#shared/contracts/rest/marketplace/orders/pools/pool-settings-body';
import { poolUpdateBody } from '#shared/contracts/rest/marketplace/orders/pools/pool-update-body';
import { withLabels } from '#shared/domain/cluster-api/change/with-labels';
import { controlPlaneConfig, workerConfig } from '#shared/domain/cluster-api/rendering/kubeadm-config';
import { PERMISSIONS, ruleOf } from '#shared/domain/organizations/permission';
import { LABELS, ROOT_LABELS } from '#shared/domain/planning/cluster-api/template-labels';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import { HARMLESS_FIELDS, HARMLESS_LABELS } from '../permissions/harmless-fields.ts';
import { ROOT_FIELD_CALLS } from '../permissions/permissions-page.ts';

/** All bodies and parts of bodies that describe a cluster or its machines. */
const BODIES: Readonly<Record<string, z.ZodType>> = {
  order: orderAttributeFields,
  'managed order': managedAttributeFields,
  node: nodeBody,
  pool: poolBody,
  'new pool': newPoolBody,
  'changed pool': poolUpdateBody,
  'pool of a managed order': managedPoolBody,
  'pool settings': z.object(poolSettingsFields),
  'Cluster API order': z.object(clusterApiFields),
  'Cluster API template': newTemplateBody,
  'Cluster API upgrade': upgradeBody,
  'node group': groupBody,
  'new node group': newGroupBody,
};
/** Fields that say for whom a template is, and what it is. They are no part of a cluster. */
const OF_TEMPLATES = ['coe', 'server_type', 'tags', 'project', 'customer'];

/** The names of the fields of a body. */
function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodPipe ? fieldsOf(schema.in) : [];
}

test.each(Object.entries(BODIES))(
  'each field of the %s is as good as root, or has a reason why it is not',
  (_, body) => {
    const root = new Set(declaredRootFields(body).map(({ path }) => path.split(/[.[]/)[0]));
    const fields = fieldsOf(body);
    expect(fields).not.toEqual([]);
    const undecided = fields.filter(
      (name) => !root.has(name) && !(name in HARMLESS_FIELDS) && !OF_TEMPLATES.includes(name),
    );
    expect(undecided).toEqual([]);
  },
);

test('a harmless field is a field of some body, and is not declared as good as root in one', () => {
  const known = new Set(Object.values(BODIES).flatMap(fieldsOf));
  expect(Object.keys(HARMLESS_FIELDS).filter((name) => !known.has(name))).toEqual([]);
  const declared = Object.values(BODIES).flatMap((body) => declaredRootFields(body).map(({ path }) => path));
  expect(Object.keys(HARMLESS_FIELDS).filter((name) => declared.includes(name))).toEqual([]);
});

/** All maps in a schema whose keys the caller chooses. */
function mapsIn(schema: z.core.$ZodType): z.ZodRecord[] {
  if (schema instanceof z.ZodRecord) return [schema, ...mapsIn(schema.valueType)];
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    return Object.values(shape).flatMap(mapsIn);
  }
  if (schema instanceof z.ZodArray) return mapsIn(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(mapsIn);
  if (schema instanceof z.ZodPipe) return [...mapsIn(schema.in), ...mapsIn(schema.out)];
  return 'innerType' in schema._zod.def ? mapsIn(schema._zod.def.innerType as z.core.$ZodType) : [];
}

test('no map changes its keys, so a key that is as good as root is found in the body as it was sent', () => {
  const maps = Object.values(BODIES).flatMap(mapsIn);
  expect(maps.length).toBeGreaterThan(10);
  for (const { keyType } of maps) {
    for (const key of [' a', 'a\t', '\u00a0a', '\ufeffa'])
      expect([undefined, key]).toContain(z.safeParse(keyType, key).data);
  }
});

const VERSION = 'v1.33.5';
/** Without these labels, some others have no effect. */
const BASE = { oidc_issuer_url: 'https://login.example.org', oidc_client_id: 'kubernetes', audit_log_enabled: 'true' };
/** Values to try. At least one of them is allowed for each label, and differs from its value before. */
const VALUES = [
  ...['marker', 'false', 'true', '7', 'https://marker.example.org', 'registry.marker.example.org/kube'],
  ...['TLS_MARKER_SHA256', 'MarkerPlugin', 'v7.7.7', 'affinity', 'SOURCE_IP_PORT'],
];
const changedBy = (labels: Record<string, string>, before = aClusterApiSpec()) =>
  withLabels({ spec: before, kubernetesVersion: VERSION }, labels, []).spec;
/** All that kubeadm and cloud-init get on machines: arguments, files, commands and disks. */
const onMachines = (spec: ReturnType<typeof aClusterApiSpec>): string => {
  const rendered = { spec, kubernetesVersion: VERSION, namespace: 'clusters' };
  return JSON.stringify([controlPlaneConfig(rendered), spec.nodeGroups.map((group) => workerConfig(rendered, group))]);
};

test('a label that changes arguments, files or commands of machines is as good as root', () => {
  const base = changedBy(BASE);
  const names = Object.entries(LABELS).filter(([name, { change }]) => change !== 'immutable' && name !== 'kube_tag');
  const reaching = names.filter(([name]) =>
    VALUES.some((value) => {
      try {
        return onMachines(changedBy({ [name]: value }, base)) !== onMachines(base);
      } catch {
        return false;
      }
    }),
  );
  expect(reaching.length).toBeGreaterThan(10);
  const undeclared = reaching.map(([name]) => name).filter((name) => !(name in ROOT_LABELS));
  expect(undeclared).toEqual(Object.keys(HARMLESS_LABELS));
});

test('names the fields of a body by their places, with null as a value, and others not', () => {
  const schema = orderAttributeFields;
  const body = {
    ...{ name: 'x', http_proxy: null, no_proxy: undefined, labels: { oidc_groups_claim: 'g', etcd_volume_size: '8' } },
    pools: [{ name: 'a' }, { name: 'b', user_data: '#cloud-config' }],
  };
  expect(rootFieldsIn(schema, body)).toEqual(['pools.1.user_data', 'http_proxy', 'labels.oidc_groups_claim']);
  for (const wrong of [null, [], 'x', { pools: 'x', labels: ['y'] }]) expect(rootFieldsIn(schema, wrong)).toEqual([]);
});

test('whoever approves an order may set the fields of a running cluster that are as good as root', () => {
  const { may: setters }: { may: readonly string[] } = PERMISSIONS['cluster.set_root_fields'];
  for (const rule of ['order.approve', 'node.create_in_own_cluster', 'managed_resource.add_node'] as const) {
    expect(setters).toEqual(expect.arrayContaining([...PERMISSIONS[rule].may]));
  }
});

/**
 * Calls with such fields that more people may make than may set the fields. Integration tests make each of them as an
 * administrator of the project. Orders wait for an approval instead.
 */
const ALSO_FOR_OTHERS = [
  'POST /api/marketplace-orders/',
  'POST /api/marketplace-orders/plan/',
  'POST /api/rancher-clusters/',
  'POST /api/rancher-clusters/{uuid}/upgrade_cluster_api/',
  'PATCH /api/rancher-clusters/{uuid}/cluster_api_labels/',
  'POST /api/rancher-clusters/{uuid}/pools/',
  'PATCH /api/rancher-clusters/{uuid}/pools/{pool}/',
  'PATCH /api/rancher-clusters/{uuid}/pool-settings/',
];

test('every other call with such fields is only for those who may set them', () => {
  const { may: setters }: { may: readonly string[] } = PERMISSIONS['cluster.set_root_fields'];
  const isWider = (doers: ReturnType<typeof ruleOf>['may']): boolean =>
    typeof doers === 'object' ? doers.some((role) => !setters.includes(role)) : doers !== 'staff';
  const wider = ROOT_FIELD_CALLS.filter(({ rule }) => isWider(ruleOf(rule).may)).map(({ call }) => call);
  expect(wider.sort()).toEqual([...ALSO_FOR_OTHERS].sort());
});
