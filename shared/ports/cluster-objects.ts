import type {
  ApiKind,
  KubernetesObject,
  ObjectAddress,
  ObjectCollection,
} from '#shared/domain/cluster-contents/kubernetes-object';

/** `dryRun`: the API server checks and completes the object, and keeps nothing. */
export type ObjectWrite = { dryRun?: boolean };

/**
 * The Kubernetes API of one cluster, by way of its Rancher. Paddock writes under one field manager. Besides the Backend*
 * family every call may throw ObjectRefused, with Kubernetes' own words. BackendUnavailable while Rancher has no
 * connection to the cluster.
 */
export interface ClusterObjects {
  /** The kinds that the cluster has in this version of an API now. Empty if it does not have the version. */
  listKinds(clusterId: string, apiVersion: string): Promise<ApiKind[]>;
  findObject(clusterId: string, at: ObjectAddress): Promise<KubernetesObject | undefined>;
  /** Throws ObjectRefused when there is an object of this name. */
  createObject(
    clusterId: string,
    into: ObjectCollection,
    object: KubernetesObject,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /**
   * Server-side apply: makes the object, or changes the fields that it names. Unless by `force`, fields of other
   * managers are a conflict, which names them.
   */
  applyObject(
    clusterId: string,
    at: ObjectAddress,
    object: KubernetesObject,
    write?: ObjectWrite & { force?: boolean },
  ): Promise<KubernetesObject>;
  /** The object becomes what is given. A `resourceVersion` in it is a lock: a conflict when the object has another. */
  replaceObject(
    clusterId: string,
    at: ObjectAddress,
    object: KubernetesObject,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /** A JSON merge patch: only the given fields change, and null removes one. */
  patchObject(
    clusterId: string,
    at: ObjectAddress,
    change: Readonly<Record<string, unknown>>,
    write?: ObjectWrite,
  ): Promise<KubernetesObject>;
  /** Succeeds when it is gone. What belongs to it is deleted behind it. */
  deleteObject(clusterId: string, at: ObjectAddress): Promise<void>;
}
