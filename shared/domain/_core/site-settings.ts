import { z } from 'zod';

const requirement = z.object({ cpu: z.number().int().positive(), ramMb: z.number().int().positive() });

/** As browsers send it: no path, no slash at the end, no port that is the scheme's own. */
const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

/**
 * What an operator sets for a whole installation (docs/spec/settings.md#settings-of-an-installation): ROLE_REQUIREMENT,
 * SYSTEM_VOLUME_MIN_SIZE and so on. Defaults are Waldur's; sizes of machines MB, of the system volume GB
 * (docs/spec/managed-clusters.md#sizes-are-gb-or-mb).
 */
export const siteSettings = z.object({
  /** The smallest machine of each role. */
  roleRequirement: z
    .object({ server: requirement, agent: requirement })
    .default({ server: { cpu: 2, ramMb: 4096 }, agent: { cpu: 1, ramMb: 1024 } }),
  systemVolumeMinSizeGb: z.number().int().positive().default(64),
  /** What prices and costs are in: an ISO 4217 code. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('EUR'),
  /** Nothing about clusters may be changed; what runs goes on. */
  readOnlyMode: z.boolean().default(false),
  /** Keys in orders are ignored, without an error (docs/spec/orders.md#ssh-keys-and-data-volumes-that-are-switched-off). */
  disableSshKeyInjection: z.boolean().default(false),
  /** Data volumes in orders are ignored, without an error (docs/spec/orders.md#ssh-keys-and-data-volumes-that-are-switched-off). */
  disableDataVolumeCreation: z.boolean().default(false),
  disableAutomanagementOfUsers: z.boolean().default(false),
  /** Longest life of a kubeconfig that is made for somebody, and how many of a cluster may be alive at a time. */
  kubeconfigMaxTtlSeconds: z.number().int().min(300).max(604_800).default(28_800),
  kubeconfigsPerCluster: z.number().int().min(1).max(100).default(20),
  /** Networks (CIDR) beside the public ones that web hooks may be in; metadata and link-local addresses are out of reach all the same. */
  hookNetworks: z.array(z.union([z.cidrv4(), z.cidrv6()])).default([]),
  /** Origins (`https://console.example.org`) whose pages may call the API; no page of another origin may. */
  corsOrigins: z
    .array(z.string().refine(isOrigin, 'Name an origin: scheme and host, as https://console.example.org'))
    .default([]),
  /** Web hooks without TLS, too. */
  hooksOverHttp: z.boolean().default(false),
  /** Whether anything leaves the outbox: false where the stage has no sender. */
  sendsMail: z.boolean().default(true),
  /**
   * E-mails to addresses that nobody has confirmed (of hooks that ask for it, of invitations), in a day: those that one user may
   * cause, and those that one mailbox gets.
   */
  unconfirmedMailsPerUser: z.number().int().min(1).max(10_000).default(100),
  unconfirmedMailsPerAddress: z.number().int().min(1).max(1000).default(5),
  /** How many of each one user may have. What a sign-in gives is no token that he has made. */
  apiTokensPerUser: z.number().int().min(1).max(1000).default(50),
  sshKeysPerUser: z.number().int().min(1).max(1000).default(50),
  /** Each is a row that every event is held against. */
  hooksPerUser: z.number().int().min(1).max(200).default(20),
});
export type SiteSettings = z.infer<typeof siteSettings>;
export const DEFAULT_SITE_SETTINGS: SiteSettings = siteSettings.parse({});
