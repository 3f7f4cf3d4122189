import { z } from 'zod';
import { drainSettings } from './drain-settings.ts';

/** Where images of a registry are really pulled from. */
const mirror = z.object({
  /** The registry in names of images, such as `docker.io`; `*` for all. */
  registry: z.string(),
  /** URLs that are tried in this order. */
  endpoints: z.array(z.string()),
  /** Regular expressions of names of images, and what they are replaced by. */
  rewrites: z.record(z.string(), z.string()),
});
/** How a registry is reached. Accounts and client certificates are Secrets in Rancher. */
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
  /** A cron line of five fields. */
  schedule: z.string(),
  /** Number of snapshots that each member keeps. */
  retention: z.int(),
  s3: s3.optional(),
});
/** What goes by a proxy, for Rancher's agents and the container runtime. */
const proxy = z.object({
  httpProxy: z.string().optional(),
  httpsProxy: z.string().optional(),
  /** Hosts, domains and networks besides the computed ones. */
  noProxy: z.array(z.string()),
});
const upgradeStrategy = z.object({
  /** Machines with control plane that are changed at the same time: a number, `0` for all, or a percentage. */
  controlPlaneConcurrency: z.string(),
  workerConcurrency: z.string(),
  drain: drainSettings,
});

/** What a cluster with pools is to be, except for the pools. */
export const poolClusterSpec = z.object({
  kubernetesVersion: z.string(),
  cni: z.string(),
  clusterCidr: z.string().optional(),
  serviceCidr: z.string().optional(),
  /** Names and addresses besides Rancher's own in the certificate of the API server. */
  tlsSans: z.array(z.string()),
  systemRegistry: z.string().optional(),
  mirrors: z.array(mirror),
  registries: z.array(registryAccess),
  proxy: proxy.optional(),
  podSecurityTemplate: z.string().optional(),
  networkPolicy: z.boolean(),
  /** The API server's own address, by which people reach it without Rancher. */
  authorizedEndpoint: z.object({ fqdn: z.string().optional(), caCerts: z.string().optional() }).optional(),
  snapshots,
  upgradeStrategy,
  /** Further settings of RKE2, by its own names. They do not take precedence over fields that exist here. */
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
/** The network of pods. Without one in the order it is RKE2's own. */
export const clusterCidrOf = ({ clusterCidr }: Networks): string => clusterCidr ?? '10.42.0.0/16';
/** The network of services. */
export const serviceCidrOf = ({ serviceCidr }: Networks): string => serviceCidr ?? '10.43.0.0/16';
