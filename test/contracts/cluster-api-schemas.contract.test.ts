import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { KubernetesObject } from '#shared/domain/cluster-api/kubernetes-object';
import { openStackCluster, openStackMachine } from '#shared/domain/cluster-api/rendering/openstack';
import { renderCluster } from '#shared/domain/cluster-api/rendering/render-cluster';
import { aClusterApiSpec, aNodeGroup, aRenderedCluster, CALICO, everyField } from '#test/builders/cluster-api-builders';

/**
 * A folder with the CustomResourceDefinitions of Cluster API 1.10 and its OpenStack provider 0.12, in any subfolder.
 * Paddock does not contain these files.
 */
const folder = process.env.PADDOCK_REAL_CLUSTER_API_SCHEMAS;

const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    properties: z.record(z.string(), schema).optional(),
    items: schema.optional(),
    additionalProperties: z.unknown().optional(),
  }),
);
type Schema = {
  properties?: Record<string, Schema> | undefined;
  items?: Schema | undefined;
  additionalProperties?: unknown;
  [field: string]: unknown;
};
const definition = z.looseObject({
  kind: z.literal('CustomResourceDefinition'),
  spec: z.looseObject({
    group: z.string(),
    names: z.looseObject({ kind: z.string() }),
    versions: z.array(z.looseObject({ name: z.string(), schema: z.object({ openAPIV3Schema: schema }) })),
  }),
});

/**
 * Forbids unknown fields in a schema, because Kubernetes refuses them. JSON Schema allows unknown fields by default.
 */
function closed(open: Schema): Schema {
  const keeps =
    open['x-kubernetes-preserve-unknown-fields'] === true || open['x-kubernetes-embedded-resource'] === true;
  const { properties, items } = open;
  const isClosed = properties !== undefined && !keeps && open.additionalProperties === undefined;
  return {
    ...open,
    ...(items && { items: closed(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
    }),
    ...(isClosed && { additionalProperties: false }),
  };
}

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
for (const format of ['int32', 'int64']) ajv.addFormat(format, true);

function validatorsIn(path: string): Map<string, ValidateFunction> {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  const found = files.flatMap((file) =>
    parseAllDocuments(readFileSync(join(path, file), 'utf8')).flatMap(
      (one) => definition.safeParse(one.toJS()).data ?? [],
    ),
  );
  return new Map(
    found.flatMap(({ spec }) =>
      spec.versions.map(({ name, schema: { openAPIV3Schema } }) => {
        const { metadata, ...properties } = openAPIV3Schema.properties ?? {};
        const own = closed({ ...openAPIV3Schema, properties });
        return [
          `${spec.group}/${name} ${spec.names.kind}`,
          ajv.compile({ ...own, properties: { ...own.properties, metadata: { type: 'object' } } }),
        ] as const;
      }),
    ),
  );
}

const validators = folder === undefined ? new Map<string, ValidateFunction>() : validatorsIn(folder);

/** The object's violations of the schema of its kind. Kubernetes' own kinds are not checked. */
function complaintsAbout({ apiVersion, kind, ...more }: KubernetesObject): string[] {
  if (!apiVersion.includes('x-k8s.io')) return [];
  const validate = validators.get(`${apiVersion} ${kind}`);
  if (!validate) return [`There is no schema of ${apiVersion} ${kind}.`];
  const sent: unknown = JSON.parse(JSON.stringify({ apiVersion, kind, ...more }));
  return validate(sent)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${kind}${instancePath} ${message}`);
}

const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io/v1beta1';
const inTemplate = (apiVersion: string, kind: string, spec: object): KubernetesObject => ({
  ...{ apiVersion, kind, metadata: { name: 'x' } },
  spec: { template: { spec } },
});

describe.skipIf(folder === undefined)('rendered objects fit the schemas of their kinds', () => {
  const clusters = [
    ['a plain cluster', aRenderedCluster()],
    ['a cluster with every field', aRenderedCluster(everyField())],
    ['a cluster of a lab', aRenderedCluster({ infrastructure: 'in-memory' })],
    ['a cluster in a network of the tenant', aRenderedCluster(inNetwork())],
  ] as const;

  test.each(clusters)('%s (M9, M10, M16, S3-014, S3-015)', (_, cluster) => {
    expect(renderCluster(cluster, CALICO).flatMap(complaintsAbout)).toEqual([]);
  });

  test.each(clusters)('%s: values that Cluster API puts into the templates (M19)', (_, cluster) => {
    expect(valuesOf(renderCluster(cluster, CALICO)).flatMap(complaintsAbout)).toEqual([]);
    if (cluster.spec.infrastructure === 'in-memory') return;
    const { controlPlane, nodeGroups } = cluster.spec;
    const machines = [
      openStackMachine(cluster.spec, controlPlane, true),
      ...nodeGroups.map((group) => openStackMachine(cluster.spec, group, false)),
    ];
    const objects = [
      inTemplate(INFRASTRUCTURE, 'OpenStackClusterTemplate', openStackCluster(cluster)),
      ...machines.map((one) => inTemplate(INFRASTRUCTURE, 'OpenStackMachineTemplate', one)),
    ];
    expect(objects.flatMap(complaintsAbout)).toEqual([]);
  });

  test('a field that a kind does not know is noticed', () => {
    const wrong = inTemplate(INFRASTRUCTURE, 'OpenStackMachineTemplate', {
      flavour: 'm1.small',
      image: { filter: { name: 'x' } },
    });
    expect(complaintsAbout(wrong)).toEqual([
      'OpenStackMachineTemplate/spec/template/spec must NOT have additional properties',
    ]);
  });
});

function inNetwork() {
  const { network } = aClusterApiSpec();
  return {
    network: { ...network, fixedNetworkId: network.externalNetworkId, fixedSubnetId: network.externalNetworkId },
    nodeGroups: [aNodeGroup({ availabilityZone: 'az1' })],
  };
}

/** The templates that Cluster API derives from the values of the cluster's variables. */
function valuesOf(objects: readonly KubernetesObject[]): KubernetesObject[] {
  const named = z.array(z.object({ name: z.string(), value: z.looseObject({}) }));
  const { topology } = z
    .object({
      topology: z.object({
        variables: named,
        workers: z.object({ machineDeployments: z.array(z.object({ variables: z.object({ overrides: named }) })) }),
      }),
    })
    .parse(objects.at(-1)?.spec);
  const groups = topology.workers.machineDeployments.flatMap(({ variables }) => variables.overrides);
  return [...topology.variables, ...groups].flatMap(({ name, value }) => {
    if (name === 'controlPlaneConfig') {
      const kind = 'KubeadmControlPlaneTemplate';
      return [inTemplate('controlplane.cluster.x-k8s.io/v1beta1', kind, { kubeadmConfigSpec: value })];
    }
    return name === 'workerConfig'
      ? [inTemplate('bootstrap.cluster.x-k8s.io/v1beta1', 'KubeadmConfigTemplate', value)]
      : [];
  });
}
