import { isDeepStrictEqual } from 'node:util';
import { randomName } from '../_kit/random-name.ts';
import { fieldAt, isRecord, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { type Part, PatchProblem, patchedTemplate, valuesOf } from './class-patches.ts';
import { isStable } from './control-plane-versions.ts';
import {
  BOOTSTRAP_TEMPLATES,
  CLUSTER_CLASSES,
  CLUSTER_NAME,
  CONTROL_PLANES,
  DEPLOYMENT_OF_TOPOLOGY,
  MACHINE_DEPLOYMENTS,
  MACHINE_SETS,
  MACHINE_TEMPLATES,
  TOPOLOGY_OWNED,
} from './kinds.ts';
import { isLeaving, type Labels, listAt, type Management, recordAt, referenceTo, textAt } from './management.ts';

/** The result of one reconciliation. There is no `problem` if everything is as the topology says. */
export type TopologyResult = { problem?: string };
type Class = { object: KubernetesObject; patches: unknown[] };
type Made = { world: Management; cluster: KubernetesObject; of: Class; part: Part };

const TIMES = ['nodeDrainTimeout', 'nodeVolumeDetachTimeout', 'nodeDeletionTimeout'] as const;
const AUTOSCALED = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size';

const markedFor = ({ metadata: { name } }: KubernetesObject, further: Labels = {}): Labels => ({
  ...{ [CLUSTER_NAME]: name, [TOPOLOGY_OWNED]: '' },
  ...further,
});

/** The timeouts of a topology. A timeout that the topology does not set comes from the class. */
const timesOf = (topology: unknown, ofClass: unknown) =>
  Object.fromEntries(TIMES.map((time) => [time, textAt(topology, time) ?? textAt(ofClass, time)]));

function templateOf({ world, cluster, of, part }: Made, reference: unknown): Record<string, unknown> {
  const { namespace = '' } = cluster.metadata;
  const found = world.follow(fieldAt(reference, 'ref'), namespace);
  if (!found) throw new PatchProblem(`failed to get ${JSON.stringify(fieldAt(reference, 'ref'))}`);
  return patchedTemplate(of.patches, { apiVersion: found.apiVersion, kind: found.kind, spec: found.spec }, part);
}

/**
 * A reference to a template with the content that the class prescribes. The present template is kept if it has this
 * content; otherwise a new one is made.
 */
function putTemplate(made: Made, prefix: string, reference: unknown, present: unknown): Record<string, unknown> {
  const { world, cluster } = made;
  const { namespace = '' } = cluster.metadata;
  const { apiVersion = '', kind = '' } = recordAt(reference, 'ref');
  const spec = { template: JSON.parse(JSON.stringify(templateOf(made, reference))) };
  const old = world.follow(present, namespace);
  if (old && isDeepStrictEqual(old.spec, spec)) return referenceTo(old);
  const resource = world.resourceOf({ apiVersion: String(apiVersion), kind: String(kind) });
  if (!resource) throw new PatchProblem(`no matches for kind "${kind}" in version "${apiVersion}"`);
  const labels = markedFor(cluster);
  const name = `${prefix}-${randomName(5)}`;
  return referenceTo(world.create(resource, { name, namespace, labels, owner: cluster, body: { spec } }));
}

function putInfrastructure(made: Made): KubernetesObject {
  const { world, cluster, of } = made;
  const { namespace = '', name } = cluster.metadata;
  const reference = fieldAt(of.object, 'spec.infrastructure');
  const { spec = {} } = templateOf(made, reference);
  const present = world.follow(fieldAt(cluster, 'spec.infrastructureRef'), namespace);
  // All other fields stay, since the provider writes the API's address and its own choices into them.
  if (present) return world.update(present, { spec: { ...recordAt(present, 'spec'), ...(isRecord(spec) && spec) } });
  const { apiVersion, kind } = recordAt(reference, 'ref');
  const own = { apiVersion: String(apiVersion), kind: String(kind).replace(/Template$/, '') };
  const resource = world.resourceOf(own);
  if (!resource) throw new PatchProblem(`no matches for kind "${own.kind}" in version "${own.apiVersion}"`);
  const labels = markedFor(cluster);
  return world.create(resource, {
    name: `${name}-${randomName(5)}`,
    namespace,
    labels,
    owner: cluster,
    body: { spec },
  });
}

function putControlPlane(made: Made): KubernetesObject {
  const { world, cluster, of } = made;
  const { namespace = '', name } = cluster.metadata;
  const ofClass = fieldAt(of.object, 'spec.controlPlane');
  const topology = fieldAt(cluster, 'spec.topology.controlPlane');
  const present = world.follow(fieldAt(cluster, 'spec.controlPlaneRef'), namespace);
  const template = recordAt(templateOf(made, ofClass), 'spec');
  const machines = fieldAt(ofClass, 'machineInfrastructure');
  const infrastructureRef = putTemplate(
    made,
    name,
    machines,
    fieldAt(present, 'spec.machineTemplate.infrastructureRef'),
  );
  const spec = {
    ...recordAt(present, 'spec'),
    ...template,
    replicas: fieldAt(topology, 'replicas') ?? fieldAt(present, 'spec.replicas') ?? 1,
    version: fieldAt(cluster, 'spec.topology.version'),
    machineTemplate: {
      ...recordAt(template, 'machineTemplate'),
      ...{ infrastructureRef, ...timesOf(topology, ofClass) },
      metadata: { labels: { ...markedFor(cluster), ...recordAt(topology, 'metadata.labels') } },
    },
  };
  if (present) return world.update(present, { spec });
  const labels = markedFor(cluster);
  return world.create(CONTROL_PLANES, {
    name: `${name}-${randomName(5)}`,
    namespace,
    labels,
    owner: cluster,
    body: { spec },
  });
}

/**
 * The version that a MachineDeployment gets. MachineDeployments follow the version of the control plane, one at a time.
 */
function versionFor({ world, cluster }: Made, present: KubernetesObject | undefined, controlPlane: KubernetesObject) {
  const wanted = textAt(cluster, 'spec.topology.version');
  const version = textAt(present, 'spec.template.spec.version');
  if (version === undefined || version === wanted) return wanted;
  const isBusy = world.ofCluster(MACHINE_DEPLOYMENTS, cluster).some((one) => one !== present && isUpgrading(one));
  return isStable(controlPlane) && !isBusy ? wanted : version;
}

function putDeployment(made: Made, topology: unknown, controlPlane: KubernetesObject): void {
  const { world, cluster, of } = made;
  const { namespace = '', name } = cluster.metadata;
  const group = textAt(topology, 'name') ?? '';
  const classes = listAt(of.object, 'spec.workers.machineDeployments');
  const ofClass = classes.find((one) => textAt(one, 'class') === textAt(topology, 'class'));
  if (!ofClass) throw new PatchProblem(`MachineDeployment class ${textAt(topology, 'class')} not found`);
  const labels = markedFor(cluster, { [DEPLOYMENT_OF_TOPOLOGY]: group });
  const [present] = world
    .ofCluster(MACHINE_DEPLOYMENTS, cluster)
    .filter(({ metadata }) => metadata.labels?.[DEPLOYMENT_OF_TOPOLOGY] === group && !metadata.deletionTimestamp);
  const prefix = `${name}-${group}`;
  const at = (path: string) => fieldAt(present, `spec.template.spec.${path}`);
  const bootstrap = putTemplate(made, prefix, fieldAt(ofClass, 'template.bootstrap'), at('bootstrap.configRef'));
  const infrastructure = fieldAt(ofClass, 'template.infrastructure');
  const infrastructureRef = putTemplate(made, prefix, infrastructure, at('infrastructureRef'));
  const annotations = Object.entries(recordAt(topology, 'metadata.annotations')).map(([key, value]) => [
    key,
    String(value),
  ]);
  const given: Labels = Object.fromEntries(annotations);
  const spec = {
    clusterName: name,
    replicas: fieldAt(topology, 'replicas') ?? fieldAt(present, 'spec.replicas') ?? Number(given[AUTOSCALED] ?? 1),
    selector: { matchLabels: labels },
    strategy: fieldAt(topology, 'strategy') ?? fieldAt(ofClass, 'strategy'),
    template: {
      metadata: { labels: { ...recordAt(topology, 'metadata.labels'), ...labels } },
      spec: {
        ...{ clusterName: name, version: versionFor(made, present, controlPlane), infrastructureRef },
        ...{ bootstrap: { configRef: bootstrap }, ...timesOf(topology, ofClass) },
        failureDomain: fieldAt(topology, 'failureDomain') ?? fieldAt(ofClass, 'failureDomain'),
      },
    },
  };
  if (present) {
    world.update(present, { spec, metadata: { annotations: { ...present.metadata.annotations, ...given } } });
    return;
  }
  const body = { spec };
  world.create(MACHINE_DEPLOYMENTS, {
    ...{ name: `${prefix}-${randomName(5)}`, namespace, labels, annotations: given, owner: cluster, body },
    finalizers: ['cluster.x-k8s.io/machinedeployment'],
  });
}

/** Deletes deployments that the topology no longer has, and templates that no object refers to. */
function prune(world: Management, cluster: KubernetesObject, groups: unknown[]): void {
  const wanted = groups.map((one) => textAt(one, 'name'));
  for (const one of world.ofCluster(MACHINE_DEPLOYMENTS, cluster)) {
    const group = one.metadata.labels?.[DEPLOYMENT_OF_TOPOLOGY];
    if (group !== undefined && !wanted.includes(group) && !isLeaving(one)) world.remove(one);
  }
  const users = [MACHINE_DEPLOYMENTS, MACHINE_SETS, CONTROL_PLANES].flatMap((kind) => world.ofCluster(kind, cluster));
  const text = JSON.stringify(users.map(({ spec }) => spec));
  for (const template of [...MACHINE_TEMPLATES, BOOTSTRAP_TEMPLATES].flatMap((kind) =>
    world.ofCluster(kind, cluster),
  )) {
    const isOwned = template.metadata.labels?.[TOPOLOGY_OWNED] !== undefined;
    if (isOwned && !text.includes(`"${template.metadata.name}"`)) world.remove(template);
  }
}

function make(world: Management, cluster: KubernetesObject, of: Class): void {
  const topology = recordAt(cluster, 'spec.topology');
  const builtin = { cluster: { name: cluster.metadata.name, namespace: cluster.metadata.namespace, topology } };
  const variables = { ...valuesOf(listAt(topology, 'variables')), builtin };
  const made = { world, cluster, of };
  const infrastructure = putInfrastructure({ ...made, part: { place: 'infrastructureCluster', variables } });
  const ofControlPlane = valuesOf(listAt(topology, 'controlPlane.variables.overrides'));
  const controlPlane = putControlPlane({
    ...made,
    part: { place: 'controlPlane', variables: { ...variables, ...ofControlPlane } },
  });
  world.update(cluster, {
    spec: {
      ...recordAt(cluster, 'spec'),
      ...{ infrastructureRef: referenceTo(infrastructure), controlPlaneRef: referenceTo(controlPlane) },
    },
  });
  const groups = listAt(topology, 'workers.machineDeployments');
  for (const group of groups) {
    const place = { deploymentClass: textAt(group, 'class') ?? '' };
    const values = { ...variables, ...valuesOf(listAt(group, 'variables.overrides')) };
    putDeployment({ ...made, part: { place, variables: values } }, group, controlPlane);
  }
  prune(world, cluster, groups);
}

/** Makes the objects of a cluster from its ClusterClass, and keeps these objects as the cluster's topology says. */
export function reconcileTopology(world: Management, cluster: KubernetesObject): TopologyResult {
  const { namespace = '' } = cluster.metadata;
  const name = textAt(cluster, 'spec.topology.class') ?? '';
  const object = world.find(CLUSTER_CLASSES, namespace, name);
  if (!object) return { problem: `ClusterClass.cluster.x-k8s.io "${name}" not found` };
  try {
    make(world, cluster, { object, patches: listAt(object, 'spec.patches') });
    return {};
  } catch (error) {
    if (error instanceof PatchProblem) return { problem: error.message };
    throw error;
  }
}

/** Whether some machines of a MachineDeployment still have an older template. */
const isUpgrading = (deployment: KubernetesObject): boolean => {
  const [all, updated] = ['replicas', 'updatedReplicas'].map((field) => fieldAt(deployment, `status.${field}`) ?? 0);
  return all !== updated;
};
