import type { SimClock } from '../../_kit/sim-clock.ts';
import type { ClustersBehind } from '../behind/cluster-behind.ts';
import type { ChartWorld } from '../catalogs/chart-world.ts';
import type { Contents } from '../contents/contents.ts';
import type { NodeDrivers } from '../pools/node-drivers.ts';
import type { RancherRelease } from './rancher-release.ts';
import type { RancherStore } from './rancher-store.ts';

/**
 * Delays in milliseconds, measured on a Rancher 2.15.0; see `PUT /_sim/delays`. The clock of the context multiplies
 * each delay by `pace`. For a fast Rancher, set `pace` alone: things then still happen in the same order.
 */
export const rancherDelays = {
  /** A factor for every delay below: 1 is as measured, 0.01 a hundred times faster. */
  pace: 1,
  /** The time from a write until steve's lists show the write. The lists come from a cache. */
  cacheLag: 15,
  /**
   * The time from the creation of a role binding until its user has the rights. After the deletion of the binding, the
   * rights end after the same time.
   */
  roleSync: 150,
  /**
   * The time from a project's POST until the project is `configuring`. Before, the project is `active`, without any
   * conditions.
   */
  projectConfigure: 150,
  /** The time from a project's POST until the project is active and its creator owns it. */
  projectReady: 280,
  /**
   * The time from a project's POST until roles can be bound in the project. Before, a binding does not find the
   * project.
   */
  projectCache: 100,
  /** The time from a project's DELETE until a GET of the project answers 404. */
  projectRemove: 200,
  /** The time from a project's DELETE until the first of the project's bindings is removed. */
  projectBindings: 5350,
  /** The time between the removals of two bindings of a deleted project. */
  projectBinding: 50,
  /**
   * The time from the activation or deactivation of the OpenStack driver until Rancher has, or no longer has, the kinds
   * of the driver.
   */
  driverKinds: 4600,
  /** The time from a role template's POST until Rancher's controller has processed the template. */
  roleTemplateSync: 50,
  /** The time from a role binding's POST until the binding names both the user and the principal. */
  bindingSync: 300,
  /**
   * The time from a role binding's DELETE until a GET of the binding answers 404. Only then can the binding be made
   * again.
   */
  bindingRemove: 100,
  /** The time from a token's POST until `expiresAt` is set. */
  tokenExpiry: 12,
  /** The time from a logout until Rancher refuses the API key of the session. */
  logoutLag: 17,
  /**
   * The time from a user's DELETE until the user's global bindings are removed. The user is removed after twice this
   * time, and the other bindings after four times this time.
   */
  userDelete: 100,
  /** The time from a provisioning cluster's POST until `status.clusterName` and the v3 cluster exist. */
  clusterAssign: 200,
  /**
   * The time from the creation of a v3 cluster until the namespace of the cluster exists. Before, nothing that belongs
   * to the cluster can be created. Six clusters at once took up to 1,100.
   */
  clusterNamespace: 100,
  /**
   * The time between two writes of Rancher's controllers to a new cluster. Because of these writes, a client's PUT with
   * the version just read is likely to get a 409.
   */
  controllerWrite: 150,
  /**
   * The time from the creation of a v3 cluster until its project Default exists. The project System takes twice as
   * long.
   */
  clusterProjects: 200,
  /**
   * The time from the creation of a v3 cluster until its creator becomes its owner. The default token is made at the
   * same time, but has no value yet.
   */
  clusterOwner: 1000,
  /**
   * The time from the creation of a v3 cluster until the cluster shows its CPU, memory and pods, all of them 0. From
   * then on, it also has the conditions `NoDiskPressure` and `NoMemoryPressure`.
   */
  clusterReport: 2600,
  /**
   * The time from the creation of a v3 cluster until the wait for infrastructure begins, for this cluster and its
   * provisioning cluster. Before, the v3 cluster is `active`, and the provisioning cluster is `reconciling`.
   */
  infrastructureWait: 3100,
  /**
   * How long a v3 cluster and its provisioning cluster wait for infrastructure. After this wait, both wait until
   * machines are registered.
   */
  registrationWait: 3800,
  /** The time from the report of a cluster's agent until the cluster shows its real amounts of CPU, memory and pods. */
  quantitiesLag: 3700,
  /**
   * The time from a ready provisioning cluster until its v3 cluster is ready. Until then the v3 cluster is
   * `unavailable`.
   */
  readyLag: 7000,
  /**
   * The time from a change of name, description or labels through `/v3/clusters` until Rancher restores the values of
   * the provisioning cluster.
   */
  renameRevert: 250,
  /**
   * The time from a registration token's POST until Rancher's controller has filled in the token. After a DELETE,
   * `default-token` is made again after the same time.
   */
  tokenAssign: 150,
  /**
   * The time that one machine takes from its registration to `Running`, without the time in which it waits to join.
   * Each stage in between is reached after a certain share of this time. Not measured, since a real machine takes
   * minutes.
   */
  nodeActive: 1_000,
  /**
   * The time until the next heartbeat of a Kubernetes Node. A deleted v3 node comes back at this heartbeat if the Node
   * still exists.
   */
  heartbeat: 15_000,
  /** The time from a kubelet's last report until the cluster shows the node as not ready. */
  nodeLost: 40_000,
  /** The time from the last report of a cluster's agent until Rancher shows the cluster as not connected. */
  agentLost: 15_000,
  /** The time from a machine's restart until its kubelet answers. Not measured: the machine itself takes this time. */
  nodeStart: 5_000,
  /** The time from a change of a Kubernetes Node until its v3 node shows the change. */
  nodeSync: 150,
  /** The time from a machine's DELETE until the machine is removed. */
  machineDelete: 3200,
  /** The time that the drain of one node takes, from the request to `drained`. */
  drain: 400,
  /**
   * The time that the upgrade of one node takes, from the stop of RKE2 in the old release to its start in the new
   * release.
   */
  nodeUpgrade: 500,
  /** The time from the plan that rotates a node's certificates until RKE2 has started again. Not measured. */
  nodeRotation: 500,
  /** The time from a change in a pool until Cluster API has processed the change. Not measured. */
  capiSync: 100,
  /**
   * A Kubernetes job makes or deletes a server. This is the time from the creation of the job until its program runs.
   * Not measured.
   */
  machineJob: 2_000,
  /**
   * The time from the moment at which a server is active until the agent of the machine calls Rancher. Not measured,
   * since this time depends on the machine and not on Rancher.
   */
  machineBoot: 5_000,
  /** The time of each phase of a snapshot, a restoration or a rotation of keys. This value was chosen, not measured. */
  operationPhase: 500,
  /**
   * The time from a provisioning cluster's DELETE until its finalizers are done and a GET of the cluster answers 404.
   */
  clusterDelete: 2900,
  /** The time from the removal of a provisioning cluster until a GET of its v3 cluster answers 404. */
  managementDelete: 2900,
  /** The time from the end of a v3 cluster until the cluster's projects and their role bindings are gone. */
  projectsDelete: 6300,
  /** The time from the end of a cluster's projects until the cluster's registration tokens are gone. */
  registrationTokensDelete: 500,
  /** The time from the removal of a cluster's registration tokens until a GET of the namespace `c-m-…` answers 404. */
  namespaceDelete: 6000,
  /** The time from a project's creation until the cluster has the Kubernetes roles for members of the project. */
  projectRoles: 400,
  /** The time from a project's DELETE until the project's namespaces are deleted. */
  projectNamespaces: 350,
  /** The time from a namespace's creation inside a cluster until the namespace has its project label and its quota. */
  namespaceProject: 40,
  /** The time from a namespace's creation until the namespace has the condition `ResourceQuotaInit`. */
  namespaceInit: 200,
  /** The time from a namespace's creation until the namespace has `field.cattle.io/resourceQuotaProjectId`. */
  namespaceQuotaProject: 350,
  /** The time from a change of a namespace's quota until the project's `usedLimit` includes the change. */
  projectUsedLimit: 400,
  /** The time from a namespace's creation until the roles of its project are bound in the namespace. */
  namespaceRoles: 455,
  /** The time from the DELETE of a namespace inside a cluster until the contents of the namespace are gone. */
  namespaceContents: 4600,
  /** The time from the DELETE of a namespace inside a cluster until the namespace is 404. */
  namespaceGone: 5200,
  /** The time from a steve request for a cluster without a connected agent until Rancher refuses the request. */
  steveSession: 14_000,
  /** The time from a new chart repository until Rancher has downloaded its index. Not measured. */
  repositoryDownload: 300,
  /** The time that Helm runs for one chart. Not measured. */
  helmOperation: 800,
};
export type RancherDelays = typeof rancherDelays;

export interface RancherContext {
  release: RancherRelease;
  store: RancherStore;
  contents: Contents;
  /** The clusters that have a real Kubernetes API instead of a simulated one. */
  behind: ClustersBehind;
  drivers: NodeDrivers;
  /** The simulator's clock, slowed or sped up by `delays.pace`. */
  clock: SimClock;
  delays: RancherDelays;
  /** The setting `server-url`: the address that clients and machines use for Rancher, without a slash at its end. */
  serverUrl: string;
  /** Changed values of Rancher's settings, by name; see `settingOf`. */
  settings: Map<string, string>;
  /** RKE2 releases in addition to the built-in ones; see `POST /_sim/releases`. */
  furtherReleases: Set<string>;
  charts: ChartWorld;
  /** The next `metadata.resourceVersion`. Every write of any object gets a new one. */
  nextRevision(): number;
}
