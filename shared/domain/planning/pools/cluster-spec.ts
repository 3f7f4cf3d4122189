import { z } from 'zod';
import { drainSettings } from './drain-settings.ts';

/** A mirror of a registry. Machines pull images from the mirror instead of the registry. */
const mirror = z.object({
  /** The registry in names of images, such as `docker.io`. `*` means all registries. */
  registry: z.string(),
  /** URLs of the mirror, in the order in which they are tried. */
  endpoints: z.array(z.string()),
  /** Regular expressions for names of images, each with its replacement. */
  rewrites: z.record(z.string(), z.string()),
});
/** Settings for the access to a registry. Accounts and client certificates for the registry are Secrets in Rancher. */
const registryAccess = z.object({
  registry: z.string(),
  authSecretName: z.string().optional(),
  tlsSecretName: z.string().optional(),
  /** Base64 of the PEM text. */
  caBundle: z.string().optional(),
  skipsVerification: z.boolean(),
});
const s3 = z.object({
  endpoint: z.string(),
  bucket: z.string(),
  region: z.string().optional(),
  folder: z.string().optional(),
  /** The cloud credential with the keys of the bucket. */
  credentialRef: z.string(),
  endpointCa: z.string().optional(),
  skipsVerification: z.boolean(),
  retention: z.int().optional(),
});
const snapshots = z.object({
  isEnabled: z.boolean(),
  /** A cron expression with five fields. */
  schedule: z.string(),
  /** Number of snapshots that each etcd member keeps. */
  retention: z.int(),
  s3: s3.optional(),
});
/** The HTTP proxy for Rancher's agents and the container runtime. */
const proxy = z.object({
  httpProxy: z.string().optional(),
  httpsProxy: z.string().optional(),
  /** Hosts, domains and networks that are reached without the proxy, in addition to those that Paddock computes. */
  noProxy: z.array(z.string()),
});
const upgradeStrategy = z.object({
  /** Maximum number of control plane machines that change at the same time: a number, `0` for all, or a percentage. */
  controlPlaneConcurrency: z.string(),
  workerConcurrency: z.string(),
  drain: drainSettings,
});

/** The wanted settings of a cluster with pools, without the pools. */
export const poolClusterSpec = z.object({
  kubernetesVersion: z.string(),
  cni: z.string(),
  clusterCidr: z.string().optional(),
  serviceCidr: z.string().optional(),
  /** Names and addresses in the certificate of the API server, in addition to those that Rancher adds. */
  tlsSans: z.array(z.string()),
  systemRegistry: z.string().optional(),
  mirrors: z.array(mirror),
  registries: z.array(registryAccess),
  proxy: proxy.optional(),
  podSecurityTemplate: z.string().optional(),
  networkPolicy: z.boolean(),
  /** An address at which users reach the API server without Rancher. */
  authorizedEndpoint: z.object({ fqdn: z.string().optional(), caCerts: z.string().optional() }).optional(),
  snapshots,
  upgradeStrategy,
  /**
   * Further settings of RKE2, with the names that RKE2 uses. If a setting has a field of its own in the cluster's
   * settings, that field takes precedence.
   */
  machineGlobalConfig: z.record(z.string(), z.unknown()),
  chartValues: z.record(z.string(), z.unknown()),
  additionalManifest: z.string().optional(),
  dataDirectory: z.string().optional(),
});
export type PoolClusterSpec = z.infer<typeof poolClusterSpec>;

/** Settings of a cluster with pools. Its Kubernetes version is in the cluster's own record. */
export const poolSettings = poolClusterSpec.omit({ kubernetesVersion: true });
export type PoolSettings = z.infer<typeof poolSettings>;
export type RegistryMirror = z.infer<typeof mirror>;
export type RegistryAccess = z.infer<typeof registryAccess>;
export type EtcdSnapshots = z.infer<typeof snapshots>;

type Networks = Pick<PoolClusterSpec, 'clusterCidr' | 'serviceCidr'>;
/** The network of pods. If the order names no network of pods, RKE2's default is used. */
export const clusterCidrOf = ({ clusterCidr }: Networks): string => clusterCidr ?? '10.42.0.0/16';
/** The network of services. If the order names no network of services, RKE2's default is used. */
export const serviceCidrOf = ({ serviceCidr }: Networks): string => serviceCidr ?? '10.43.0.0/16';
