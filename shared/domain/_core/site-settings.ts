import { z } from 'zod';

const requirement = z.object({ cpu: z.number().int().positive(), ramMb: z.number().int().positive() });

/** Whether a text is an origin as browsers send it: no path, no slash at the end, no default port. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

/**
 * An operator's settings of a whole installation (docs/spec/settings.md#settings-of-an-installation), such as
 * ROLE_REQUIREMENT and SYSTEM_VOLUME_MIN_SIZE. Defaults are Waldur's. Sizes of machines are in MB, sizes of system
 * volumes in GB (docs/spec/managed-clusters.md#sizes-are-gb-or-mb).
 */
export const siteSettings = z.object({
  /** The smallest machine that each role may have. */
  roleRequirement: z
    .object({ server: requirement, agent: requirement })
    .default({ server: { cpu: 2, ramMb: 4096 }, agent: { cpu: 1, ramMb: 1024 } }),
  systemVolumeMinSizeGb: z.number().int().positive().default(64),
  /** Currency of prices and costs, as an ISO 4217 code. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('EUR'),
  /** Whether changes of clusters are refused. Operations that already run continue. */
  readOnlyMode: z.boolean().default(false),
  /**
   * Whether SSH keys in orders are ignored, without an error
   * (docs/spec/orders.md#ssh-keys-and-data-volumes-that-are-switched-off).
   */
  disableSshKeyInjection: z.boolean().default(false),
  /**
   * Whether data volumes in orders are ignored, without an error
   * (docs/spec/orders.md#ssh-keys-and-data-volumes-that-are-switched-off).
   */
  disableDataVolumeCreation: z.boolean().default(false),
  disableAutomanagementOfUsers: z.boolean().default(false),
  /** Longest lifetime of a kubeconfig, and maximum number of valid kubeconfigs of a cluster. */
  kubeconfigMaxTtlSeconds: z.number().int().min(300).max(604_800).default(28_800),
  kubeconfigsPerCluster: z.number().int().min(1).max(100).default(20),
  /**
   * Networks (CIDR) that web hooks may use in addition to public networks. Metadata and link-local addresses stay
   * blocked.
   */
  hookNetworks: z.array(z.union([z.cidrv4(), z.cidrv6()])).default([]),
  /** Origins of web pages that may call the API, such as `https://console.example.org`. */
  corsOrigins: z
    .array(z.string().refine(isOrigin, 'Enter an origin: scheme and host, such as https://console.example.org'))
    .default([]),
  hooksOverHttp: z.boolean().default(false),
  /** Whether e-mails are sent. False if the stage has no sender. */
  sendsMail: z.boolean().default(true),
  /**
   * Maximum numbers of e-mails per day to unconfirmed addresses of hooks and invitations. One limit is for all e-mails
   * that one user causes, the other for all e-mails to one address.
   */
  unconfirmedMailsPerUser: z.number().int().min(1).max(10_000).default(100),
  unconfirmedMailsPerAddress: z.number().int().min(1).max(1000).default(5),
  /** Maximum number of API tokens of a user. Tokens from a sign-in do not count. */
  apiTokensPerUser: z.number().int().min(1).max(1000).default(50),
  sshKeysPerUser: z.number().int().min(1).max(1000).default(50),
  /** Maximum number of web hooks of a user. Every event is compared with every hook, so many hooks cost much time. */
  hooksPerUser: z.number().int().min(1).max(200).default(20),
});
export type SiteSettings = z.infer<typeof siteSettings>;
export const DEFAULT_SITE_SETTINGS: SiteSettings = siteSettings.parse({});
