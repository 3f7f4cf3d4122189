import { z } from 'zod';
import { DEFAULT_DEADLINES } from '#machines/deadlines';
import { DEFAULT_RETENTION_DAYS } from '#shared/contracts/table';
import { type HealingPolicy, healingPolicy } from '#shared/domain/healing-policy';
import { siteSettings } from '#shared/domain/site-settings';

const list = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string()).min(1));
const flag = z.stringbool().default(false);
const seconds = (fallback: number) => z.coerce.number().int().min(60).max(86_400).default(fallback);

const DEFAULT_HEALING = healingPolicy.parse({});
const bound = (fallback: number) => z.coerce.number().int().min(0).max(86_400).default(fallback);

/** Longest waits, by phase (statemachines/deadlines.ts). */
const deadlines = {
  rancherIdTimeoutSeconds: seconds(DEFAULT_DEADLINES.rancherId),
  firstNodesTimeoutSeconds: seconds(DEFAULT_DEADLINES.firstNodes),
  furtherNodesTimeoutSeconds: seconds(DEFAULT_DEADLINES.furtherNodes),
  clusterActiveTimeoutSeconds: seconds(DEFAULT_DEADLINES.clusterActive),
  serversGoneTimeoutSeconds: seconds(DEFAULT_DEADLINES.serversGone),
  leftoversGoneTimeoutSeconds: seconds(DEFAULT_DEADLINES.leftoversGone),
  clusterGoneTimeoutSeconds: seconds(DEFAULT_DEADLINES.clusterGone),
  loadBalancersActiveTimeoutSeconds: seconds(DEFAULT_DEADLINES.loadBalancersActive),
  tenantsEmptyTimeoutSeconds: seconds(DEFAULT_DEADLINES.tenantsEmpty),
  upgradeStartedTimeoutSeconds: seconds(DEFAULT_DEADLINES.upgradeStarted),
  nodesUpgradedTimeoutSeconds: seconds(DEFAULT_DEADLINES.nodesUpgraded),
};

/** What differs between stages. docs/runbook.md explains them. */
export const config = z
  .object({
    /** Part of every name, so that stages can share an account. */
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'a stage is 1-20 lower-case letters, digits and dashes')
      .default('dev'),
    account: z.string().regex(/^\d{12}$/),
    region: z.string().min(1),
    /** Where machines and other systems reach the API from outside; without it the gateway's own address is used. */
    publicUrl: z.url().optional(),
    /** Where people use Paddock, if not at `publicUrl`: links in e-mails lead there. */
    consoleUrl: z.url().optional(),
    /** Who e-mails come from; without it none are sent. */
    mailFrom: z.email().optional(),
    /** A mail server of one's own; without it Amazon SES sends. */
    smtpUrl: z.url({ protocol: /^smtps?$/ }).optional(),
    oidcIssuer: z.url().optional(),
    oidcAudience: z.string().min(1).optional(),
    /** The provider's name of the client that people sign in with; the audience, where it is not given. */
    oidcClientId: z.string().min(1).optional(),
    /** Where a browser may be sent after its sign-in, beside the API's own host. */
    signInReturnUrls: list.pipe(z.array(z.url({ protocol: /^https?$/ }))).optional(),
    /** Life of what a sign-in gives. */
    sessionHours: z.coerce.number().int().min(1).max(24).default(8),
    ...deadlines,
    /** How often a node's server is made, the first time included, before its order fails. */
    serverAttempts: z.coerce.number().int().min(1).max(5).default(2),
    /** How often clusters are compared with Rancher and their clouds. */
    watchMinutes: z.coerce.number().int().min(5).max(240).default(5),
    /** The brakes of autohealing (shared/domain/healing-policy.ts). */
    healingMaxUnhealthyShare: z.coerce.number().min(0).max(1).default(DEFAULT_HEALING.maxUnhealthyShare),
    healingAttempts: z.coerce.number().int().min(1).max(20).default(DEFAULT_HEALING.attempts),
    healingPauseSeconds: bound(DEFAULT_HEALING.pauseSeconds),
    healingMinHealthySeconds: bound(DEFAULT_HEALING.minHealthySeconds),
    healingLostAfterSeconds: bound(DEFAULT_HEALING.lostAfterSeconds),
    healingUnhealthyAfterSeconds: bound(DEFAULT_HEALING.unhealthyAfterSeconds),
    /** Of all groups, members or role bindings of a provider, how many one pass may take away without somebody looking; so many whatever the share. */
    removalMaxShare: z.coerce.number().min(0).max(1).default(0.2),
    removalAlways: z.coerce.number().int().nonnegative().default(10),
    /** A backend that has not answered a request by then is asked again by the state machine. */
    backendTimeoutSeconds: z.coerce.number().min(1).max(50).default(30),
    /** Steps at work at one provider at a time (design decision 18). */
    providerConcurrency: z.coerce.number().int().min(1).max(500).default(20),
    /**
     * Invocations at the same time of each of the steps' functions; without it as many as the account has. What is set is taken
     * from all other functions of the account.
     */
    stepConcurrency: z.coerce.number().int().min(1).max(1000).optional(),
    /** Longest life of a step's Lambda; what a superseded one may still do is waited out. */
    stepTimeoutSeconds: z.coerce.number().int().min(10).max(60).default(60),
    /** Private clouds (design decision 20): a VPC is its subnets and security groups; Lambda asks for no more. */
    subnetIds: list.optional(),
    securityGroupIds: list.optional(),
    /** A Lambda layer with `ca-bundle.pem` at its root: certificate authorities trusted beside the public ones. */
    caBundleLayerArn: z.string().startsWith('arn:').optional(),
    /** Waldur's settings of an installation (waldur-rancher.md §7); the two sizes are ROLE_REQUIREMENT as JSON and GB. */
    roleRequirement: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(siteSettings.shape.roleRequirement)
      .optional(),
    systemVolumeMinSizeGb: z.coerce.number().int().positive().optional(),
    readOnlyMode: flag,
    disableSshKeyInjection: flag,
    disableDataVolumeCreation: flag,
    disableAutomanagementOfUsers: flag,
    /** Kubeconfigs that people are given: their longest life, and how many of a cluster may be alive. */
    kubeconfigMaxTtlSeconds: z.coerce.number().pipe(siteSettings.shape.kubeconfigMaxTtlSeconds.unwrap()).optional(),
    kubeconfigsPerCluster: z.coerce.number().pipe(siteSettings.shape.kubeconfigsPerCluster.unwrap()).optional(),
    /** Where web hooks may be beside public networks, and whether without TLS. */
    hookNetworks: list.optional(),
    hooksOverHttp: flag,
    /** E-mails in a day to addresses that nobody has confirmed: by user, and by address. */
    unconfirmedMailsPerUser: z.coerce.number().pipe(siteSettings.shape.unconfirmedMailsPerUser.unwrap()).optional(),
    unconfirmedMailsPerAddress: z.coerce
      .number()
      .pipe(siteSettings.shape.unconfirmedMailsPerAddress.unwrap())
      .optional(),
    /** How many of each one user may have. */
    apiTokensPerUser: z.coerce.number().pipe(siteSettings.shape.apiTokensPerUser.unwrap()).optional(),
    sshKeysPerUser: z.coerce.number().pipe(siteSettings.shape.sshKeysPerUser.unwrap()).optional(),
    hooksPerUser: z.coerce.number().pipe(siteSettings.shape.hooksPerUser.unwrap()).optional(),
    /** Where alarms are told: an address that confirms by mail, or one of HTTPS that confirms itself. */
    alarmEmail: z.email().optional(),
    alarmUrl: z.url({ protocol: /^https$/ }).optional(),
    /** How long events of changes are kept, from when they are written. */
    auditRetentionDays: z.coerce.number().int().min(1).max(3650).default(DEFAULT_RETENTION_DAYS),
    logRetentionDays: z.coerce.number().int().positive().default(30),
    /** `retain` keeps the table when the stack is deleted. */
    removalPolicy: z.enum(['retain', 'destroy']).default('retain'),
  })
  .refine((it) => it.backendTimeoutSeconds < it.stepTimeoutSeconds, {
    message: 'a step has to live longer than one request to a backend may take',
    path: ['stepTimeoutSeconds'],
  })
  .refine((it) => (it.subnetIds === undefined) === (it.securityGroupIds === undefined), {
    message: 'subnets and security groups belong together',
  })
  .refine((it) => (it.oidcIssuer === undefined) === (it.oidcAudience === undefined), {
    message: 'OIDC issuer and audience belong together',
  });
export type Config = z.infer<typeof config>;

/** Each field's environment variable. */
export const VARIABLES: Readonly<Record<keyof Config, string>> = {
  stage: 'PADDOCK_STAGE',
  account: 'CDK_DEFAULT_ACCOUNT',
  region: 'CDK_DEFAULT_REGION',
  publicUrl: 'PADDOCK_PUBLIC_URL',
  consoleUrl: 'PADDOCK_CONSOLE_URL',
  mailFrom: 'PADDOCK_MAIL_FROM',
  smtpUrl: 'PADDOCK_SMTP_URL',
  oidcIssuer: 'PADDOCK_OIDC_ISSUER',
  oidcAudience: 'PADDOCK_OIDC_AUDIENCE',
  oidcClientId: 'PADDOCK_OIDC_CLIENT_ID',
  signInReturnUrls: 'PADDOCK_SIGN_IN_RETURN_URLS',
  sessionHours: 'PADDOCK_SESSION_HOURS',
  rancherIdTimeoutSeconds: 'PADDOCK_RANCHER_ID_TIMEOUT_SECONDS',
  firstNodesTimeoutSeconds: 'PADDOCK_FIRST_NODES_TIMEOUT_SECONDS',
  furtherNodesTimeoutSeconds: 'PADDOCK_FURTHER_NODES_TIMEOUT_SECONDS',
  clusterActiveTimeoutSeconds: 'PADDOCK_CLUSTER_ACTIVE_TIMEOUT_SECONDS',
  serversGoneTimeoutSeconds: 'PADDOCK_SERVERS_GONE_TIMEOUT_SECONDS',
  leftoversGoneTimeoutSeconds: 'PADDOCK_LEFTOVERS_GONE_TIMEOUT_SECONDS',
  clusterGoneTimeoutSeconds: 'PADDOCK_CLUSTER_GONE_TIMEOUT_SECONDS',
  loadBalancersActiveTimeoutSeconds: 'PADDOCK_LOAD_BALANCERS_ACTIVE_TIMEOUT_SECONDS',
  tenantsEmptyTimeoutSeconds: 'PADDOCK_TENANTS_EMPTY_TIMEOUT_SECONDS',
  upgradeStartedTimeoutSeconds: 'PADDOCK_UPGRADE_STARTED_TIMEOUT_SECONDS',
  nodesUpgradedTimeoutSeconds: 'PADDOCK_NODES_UPGRADED_TIMEOUT_SECONDS',
  serverAttempts: 'PADDOCK_SERVER_ATTEMPTS',
  watchMinutes: 'PADDOCK_WATCH_MINUTES',
  healingMaxUnhealthyShare: 'PADDOCK_HEALING_MAX_UNHEALTHY_SHARE',
  healingAttempts: 'PADDOCK_HEALING_ATTEMPTS',
  healingPauseSeconds: 'PADDOCK_HEALING_PAUSE_SECONDS',
  healingMinHealthySeconds: 'PADDOCK_HEALING_MIN_HEALTHY_SECONDS',
  healingLostAfterSeconds: 'PADDOCK_HEALING_LOST_AFTER_SECONDS',
  healingUnhealthyAfterSeconds: 'PADDOCK_HEALING_UNHEALTHY_AFTER_SECONDS',
  removalMaxShare: 'PADDOCK_REMOVAL_MAX_SHARE',
  removalAlways: 'PADDOCK_REMOVAL_ALWAYS',
  backendTimeoutSeconds: 'PADDOCK_BACKEND_TIMEOUT_SECONDS',
  providerConcurrency: 'PADDOCK_PROVIDER_CONCURRENCY',
  stepConcurrency: 'PADDOCK_STEP_CONCURRENCY',
  stepTimeoutSeconds: 'PADDOCK_STEP_TIMEOUT_SECONDS',
  subnetIds: 'PADDOCK_SUBNET_IDS',
  securityGroupIds: 'PADDOCK_SECURITY_GROUP_IDS',
  caBundleLayerArn: 'PADDOCK_CA_BUNDLE_LAYER_ARN',
  roleRequirement: 'PADDOCK_ROLE_REQUIREMENT',
  systemVolumeMinSizeGb: 'PADDOCK_SYSTEM_VOLUME_MIN_SIZE',
  readOnlyMode: 'PADDOCK_READ_ONLY_MODE',
  disableSshKeyInjection: 'PADDOCK_DISABLE_SSH_KEY_INJECTION',
  disableDataVolumeCreation: 'PADDOCK_DISABLE_DATA_VOLUME_CREATION',
  disableAutomanagementOfUsers: 'PADDOCK_DISABLE_AUTOMANAGEMENT_OF_USERS',
  kubeconfigMaxTtlSeconds: 'PADDOCK_KUBECONFIG_MAX_TTL_SECONDS',
  kubeconfigsPerCluster: 'PADDOCK_KUBECONFIGS_PER_CLUSTER',
  hookNetworks: 'PADDOCK_HOOK_NETWORKS',
  hooksOverHttp: 'PADDOCK_HOOKS_OVER_HTTP',
  unconfirmedMailsPerUser: 'PADDOCK_UNCONFIRMED_MAILS_PER_USER',
  unconfirmedMailsPerAddress: 'PADDOCK_UNCONFIRMED_MAILS_PER_ADDRESS',
  apiTokensPerUser: 'PADDOCK_API_TOKENS_PER_USER',
  sshKeysPerUser: 'PADDOCK_SSH_KEYS_PER_USER',
  hooksPerUser: 'PADDOCK_HOOKS_PER_USER',
  alarmEmail: 'PADDOCK_ALARM_EMAIL',
  alarmUrl: 'PADDOCK_ALARM_URL',
  auditRetentionDays: 'PADDOCK_AUDIT_RETENTION_DAYS',
  logRetentionDays: 'PADDOCK_LOG_RETENTION_DAYS',
  removalPolicy: 'PADDOCK_REMOVAL_POLICY',
};

/**
 * The only place where context and environment are read at synth; context (`--context stage=…`, by field) comes first.
 * Account and region are the CDK CLI's.
 * @throws ZodError that names what is wrong
 */
export function readConfig(context: (field: string) => unknown, env: Record<string, string | undefined>): Config {
  const given = Object.entries(VARIABLES).map(([field, variable]) => [field, context(field) ?? env[variable]]);
  return config.parse(Object.fromEntries(given));
}

/** The part of the configuration that functions read, as `SITE_SETTINGS`. */
export const siteSettingsText = (given: Config): string => JSON.stringify(siteSettings.parse(given));

/** … as `HEALING_POLICY`. */
export const healingPolicyText = (given: Config): string =>
  JSON.stringify({
    maxUnhealthyShare: given.healingMaxUnhealthyShare,
    attempts: given.healingAttempts,
    pauseSeconds: given.healingPauseSeconds,
    minHealthySeconds: given.healingMinHealthySeconds,
    lostAfterSeconds: given.healingLostAfterSeconds,
    unhealthyAfterSeconds: given.healingUnhealthyAfterSeconds,
  } satisfies HealingPolicy);
