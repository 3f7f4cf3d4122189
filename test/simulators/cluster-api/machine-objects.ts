import { fieldAt, type KubernetesObject } from '../kubernetes/objects/kubernetes-objects.ts';
import { BOOTSTRAP_CONFIGS, CLUSTER_NAME, MACHINES } from './kinds.ts';
import { type Labels, type Management, ownerReference, recordAt, referenceTo, textAt } from './management.ts';

export type WantedMachine = {
  cluster: KubernetesObject;
  /** The control plane or MachineSet that makes the machine. */
  owner: KubernetesObject;
  name: string;
  labels: Labels;
  annotations?: Labels;
  /** A reference to the template of the machine's server. */
  template: unknown;
  bootstrap: Record<string, unknown>;
  spec: Record<string, unknown>;
};

/** Makes a machine, with a server and a bootstrap configuration of the same name. Nothing is made without a template. */
export function makeMachine({ follow, create, update, resourceOf }: Management, wanted: WantedMachine): void {
  const { cluster, owner, name, annotations = {}, template, bootstrap, spec } = wanted;
  const { namespace = '', name: clusterName } = cluster.metadata;
  const found = follow(template, namespace);
  const kind = found?.kind.replace(/Template$/, '') ?? '';
  const resource = found && resourceOf({ apiVersion: found.apiVersion, kind });
  if (!found || !resource) return;
  const labels = { ...wanted.labels, [CLUSTER_NAME]: clusterName };
  const cloned = {
    'cluster.x-k8s.io/cloned-from-name': found.metadata.name,
    'cluster.x-k8s.io/cloned-from-groupkind': `${found.kind}.infrastructure.cluster.x-k8s.io`,
  };
  const common = { name, namespace, labels, owner };
  const server = create(resource, {
    ...common,
    annotations: cloned,
    body: { spec: recordAt(found, 'spec.template.spec') },
  });
  const config = create(BOOTSTRAP_CONFIGS, { ...common, body: { spec: bootstrap } });
  const machine = create(MACHINES, {
    ...{ ...common, annotations, finalizers: ['machine.cluster.x-k8s.io'] },
    body: {
      spec: {
        ...{ ...spec, clusterName, infrastructureRef: referenceTo(server) },
        bootstrap: { configRef: referenceTo(config) },
      },
    },
  });
  // The machine owns its server and its configuration, so both are deleted with the machine.
  for (const part of [server, config]) update(part, { metadata: { ownerReferences: [ownerReference(machine)] } });
}

/** The name of the template that a machine's server was made from. */
export const templateOf = ({ follow }: Management, machine: KubernetesObject): string | undefined => {
  const server = follow(fieldAt(machine, 'spec.infrastructureRef'), machine.metadata.namespace ?? '');
  return server?.metadata.annotations?.['cluster.x-k8s.io/cloned-from-name'];
};

export const versionOf = (object: KubernetesObject): string | undefined => textAt(object, 'spec.version');
