import type {
  ApiKind,
  KubernetesObject,
  ObjectAddress,
  ObjectCollection,
} from '#shared/domain/cluster-contents/kubernetes-object';

/** `dryRun`: Kubernetes checks the object and fills in its defaults, but does not store it. */
export type ObjectWrite = { dryRun?: boolean };

/**
 * The Kubernetes API of one cluster, reached through Rancher. All writes have the same field manager. Every call may
 * throw the Backend* errors, and ObjectRefused with Kubernetes' own message. While Rancher has no connection to the
 * cluster, every call throws BackendUnavailable.
 */
export interface ClusterObjects {
  /** The kinds of objects in an API version. Empty if the cluster does not have this version. */
  listKinds(clusterId: string, apiVersion: string): Promise<ApiKind[]>;
  /** Names of the nodes that have all of these labels. */
  listLabelledNodes(clusterId: string, labels: Readonly<Record<string, string>>): Promise<string[]>;
  findObject(clusterId: string, at: ObjectAddress): Promise<KubernetesObject | undefined>;
  /** Throws ObjectRefused if an object of this name exists. */
  createObject(
    clusterId: string,
    into: ObjectCollection,
    object: KubernetesObject,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /**
   * Server-side apply: creates the object, or changes the fields that `object` contains. If another manager owns one of
   * these fields, throws ObjectRefused, which names the fields. With `force`, Paddock takes over the fields of other
   * managers.
   */
  applyObject(
    clusterId: string,
    at: ObjectAddress,
    object: KubernetesObject,
    write?: ObjectWrite & { force?: boolean },
  ): Promise<KubernetesObject>;
  /**
   * Replaces the object. Throws ObjectRefused if `object` has a `resourceVersion` and the stored object has a different
   * one.
   */
  replaceObject(
    clusterId: string,
    at: ObjectAddress,
    object: KubernetesObject,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /** A JSON merge patch. Only the given fields change. Null removes a field. */
  patchObject(
    clusterId: string,
    at: ObjectAddress,
    change: Readonly<Record<string, unknown>>,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /** Also succeeds if there is no such object. Kubernetes deletes dependent objects later. */
  deleteObject(clusterId: string, at: ObjectAddress): Promise<void>;
}
