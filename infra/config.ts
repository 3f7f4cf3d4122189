import { z } from 'zod';

const list = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.string()).min(1));
const seconds = (fallback: number) => z.coerce.number().int().min(60).max(86_400).default(fallback);

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
    oidcIssuer: z.url().optional(),
    oidcAudience: z.string().min(1).optional(),
    /** Longest wait for nodes to join, or for a cluster to become active. */
    bootstrapTimeoutSeconds: seconds(1800),
    /** Longest wait for servers, ports, volumes or the Rancher cluster to be gone. */
    deletionTimeoutSeconds: seconds(1800),
    /** Private clouds (design decision 20): a VPC is its subnets and security groups; Lambda asks for no more. */
    subnetIds: list.optional(),
    securityGroupIds: list.optional(),
    /** A Lambda layer with `ca-bundle.pem` at its root: certificate authorities trusted beside the public ones. */
    caBundleLayerArn: z.string().startsWith('arn:').optional(),
    logRetentionDays: z.coerce.number().int().positive().default(30),
    /** `retain` keeps the table when the stack is deleted. */
    removalPolicy: z.enum(['retain', 'destroy']).default('retain'),
  })
  .refine((it) => (it.subnetIds === undefined) === (it.securityGroupIds === undefined), {
    message: 'subnets and security groups belong together',
  })
  .refine((it) => (it.oidcIssuer === undefined) === (it.oidcAudience === undefined), {
    message: 'OIDC issuer and audience belong together',
  });
export type Config = z.infer<typeof config>;

/** Each field's environment variable. */
const VARIABLES: Readonly<Record<keyof Config, string>> = {
  stage: 'PADDOCK_STAGE',
  account: 'CDK_DEFAULT_ACCOUNT',
  region: 'CDK_DEFAULT_REGION',
  publicUrl: 'PADDOCK_PUBLIC_URL',
  oidcIssuer: 'PADDOCK_OIDC_ISSUER',
  oidcAudience: 'PADDOCK_OIDC_AUDIENCE',
  bootstrapTimeoutSeconds: 'PADDOCK_BOOTSTRAP_TIMEOUT_SECONDS',
  deletionTimeoutSeconds: 'PADDOCK_DELETION_TIMEOUT_SECONDS',
  subnetIds: 'PADDOCK_SUBNET_IDS',
  securityGroupIds: 'PADDOCK_SECURITY_GROUP_IDS',
  caBundleLayerArn: 'PADDOCK_CA_BUNDLE_LAYER_ARN',
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
