/** A kind of Kubernetes object, with its name in steve. */
export interface PoolKind {
  /** Steve's type, in the singular. */
  type: string;
  apiVersion: string;
  kind: string;
  /** The plural in paths of the Kubernetes API. */
  plural: string;
}

const kindOf = (group: string, version: string, kind: string): PoolKind => ({
  type: `${group}.${kind.toLowerCase()}`,
  apiVersion: `${group}/${version}`,
  kind,
  plural: `${kind.toLowerCase()}s`,
});

export const MACHINE_CONFIG = kindOf('rke-machine-config.cattle.io', 'v1', 'OpenstackConfig');
export const MACHINE_TEMPLATE = kindOf('rke-machine.cattle.io', 'v1', 'OpenstackMachineTemplate');
export const INFRA_MACHINE = kindOf('rke-machine.cattle.io', 'v1', 'OpenstackMachine');
export const BOOTSTRAP_TEMPLATE = kindOf('rke.cattle.io', 'v1', 'RKEBootstrapTemplate');
export const BOOTSTRAP = kindOf('rke.cattle.io', 'v1', 'RKEBootstrap');
export const RKE_CLUSTER = kindOf('rke.cattle.io', 'v1', 'RKECluster');
export const CAPI_CLUSTER = kindOf('cluster.x-k8s.io', 'v1beta2', 'Cluster');
export const MACHINE_DEPLOYMENT = kindOf('cluster.x-k8s.io', 'v1beta2', 'MachineDeployment');
export const MACHINE_SET = kindOf('cluster.x-k8s.io', 'v1beta2', 'MachineSet');
export const HEALTH_CHECK = kindOf('cluster.x-k8s.io', 'v1beta2', 'MachineHealthCheck');
export const ETCD_SNAPSHOT = kindOf('rke.cattle.io', 'v1', 'ETCDSnapshot');
