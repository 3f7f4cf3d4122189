import { z } from 'zod';
import { siteSettings } from '#shared/domain/_core/site-settings';
import { healingPolicy } from '#shared/domain/reconciliation/healing-policy';
import { DEFAULT_RETENTION_DAYS } from '../contracts/table.ts';

/** A variable that CDK may leave empty, because CloudFormation knows no absent value. */
const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined);

/** The installation's settings as JSON text; `{}` are the defaults. */
const siteSettingsText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(siteSettings);

/** JSON text; `{}` are the defaults. */
const healingPolicyText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(healingPolicy);

/** What every function has. */
export const stageEnv = z.object({ STAGE: z.string().min(1) });
/** … and what answers callers of the API. */
export const defaultEnv = stageEnv.extend({ SITE_SETTINGS: siteSettingsText });
/** What every function that opens the store has. */
export const tablesEnv = z.object({ TABLE_NAME: z.string().min(1), AUDIT_TABLE_NAME: z.string().min(1) });
export const tableEnv = stageEnv.extend(tablesEnv.shape);

/** Sends events to the bus. */
export const eventsEnv = tableEnv.extend({ EVENT_BUS_NAME: z.string().min(1) });

/** API functions. `OIDC_*` come together; without them only API tokens are known. */
export const apiEnv = tableEnv
  .extend({
    EVENT_BUS_NAME: z.string().min(1),
    SITE_SETTINGS: siteSettingsText,
    PUBLIC_URL: optionalText,
    OIDC_ISSUER: optionalText,
    OIDC_AUDIENCE: optionalText,
    OIDC_CLIENT_ID: optionalText,
    /** Addresses, separated by commas. */
    SIGN_IN_RETURN_URLS: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter(Boolean)),
    SESSION_HOURS: z.coerce.number().int().positive(),
  })
  .refine((env) => (env.OIDC_ISSUER === undefined) === (env.OIDC_AUDIENCE === undefined), {
    message: 'OIDC_ISSUER and OIDC_AUDIENCE belong together',
  });

/** What looks at clusters, and heals them. */
export const watchClustersEnv = tableEnv.extend({ SITE_SETTINGS: siteSettingsText, HEALING_POLICY: healingPolicyText });

/**
 * What delivers e-mails: without MAIL_FROM none are sent, without SMTP_URL Amazon SES sends them. PUBLIC_URL is where links lead that
 * need no console, and all of them without CONSOLE_URL.
 */
export const mailEnv = tableEnv.extend({
  CONSOLE_URL: optionalText.pipe(z.url().optional()),
  PUBLIC_URL: z.url(),
  MAIL_FROM: optionalText,
  SMTP_URL: optionalText,
});

/** What calls web hooks. */
export const hooksEnv = tableEnv.extend({ SITE_SETTINGS: siteSettingsText });

/** The machines of operations that stand in their cluster's record. */
const clusterMachinesEnv = tableEnv.extend({
  STATE_MACHINE_PROCESS_ORDER_ARN: z.string().min(1),
  STATE_MACHINE_UPGRADE_CLUSTER_ARN: z.string().min(1),
  STATE_MACHINE_ADD_NODE_ARN: z.string().min(1),
  STATE_MACHINE_DELETE_NODE_ARN: z.string().min(1),
});
/** The machines that operations are carried out by. */
export const dispatcherEnv = clusterMachinesEnv.extend({ STATE_MACHINE_RECONCILE_MEMBERSHIP_ARN: z.string().min(1) });
/** What every step function has: how many steps may be at work at one provider, and how long the Lambda of one may live. */
export const stepsEnv = tableEnv.extend({
  PROVIDER_CONCURRENCY: z.coerce.number().int().positive(),
  STEP_TIMEOUT_SECONDS: z.coerce.number().int().positive(),
});
/** … and those that carry an order out. */
export const rescueEnv = clusterMachinesEnv.extend({
  STATE_MACHINE_PROVISION_INFRASTRUCTURE_ARN: z.string().min(1),
  STATE_MACHINE_CREATE_CLUSTER_ARN: z.string().min(1),
  STATE_MACHINE_DELETE_CLUSTER_ARN: z.string().min(1),
});
export const recordsEnv = stepsEnv.extend({ EVENT_BUS_NAME: z.string().min(1) });
/** Steps that look after servers: how often one is made before its order fails. */
export const watchEnv = stepsEnv.extend({ SERVER_ATTEMPTS: z.coerce.number().int().positive() });
/** Steps that render user data need the address machines phone home to, too. */
export const openstackStepsEnv = watchEnv.extend({ PUBLIC_URL: z.url(), SITE_SETTINGS: siteSettingsText });

/** … and hold an order against the installation's rules once more. */
export const infrastructureStepsEnv = watchEnv.extend({ SITE_SETTINGS: siteSettingsText });

/** Passes over who may enter clusters: how much of what there is one may take away, as a share and as a number that is always fine. */
export const accessStepsEnv = stepsEnv.extend({
  REMOVAL_MAX_SHARE: z.coerce.number().min(0).max(1),
  REMOVAL_ALWAYS: z.coerce.number().int().nonnegative(),
  SITE_SETTINGS: siteSettingsText,
});

/** What talks to backends; seconds after which a request is given up. */
export const backendsEnv = z.object({ BACKEND_TIMEOUT_SECONDS: z.coerce.number().positive().default(30) });

/**
 * How requests to other systems leave. Not `HTTPS_PROXY`, by which libraries and the runtime itself would go their own ways: calls of
 * AWS, and of web hooks, never go by a proxy.
 */
export const outboundEnv = z.object({
  OUTBOUND_PROXY: optionalText,
  /** Separated by commas. */
  OUTBOUND_NO_PROXY: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
});

/** What keeps events of changes, and for how long. */
export const auditEnv = z.object({
  AUDIT_RETENTION_DAYS: z.coerce.number().int().positive().default(DEFAULT_RETENTION_DAYS),
});

/** Set by Lambda itself, where it traces. */
export const tracingEnv = z.object({ AWS_XRAY_DAEMON_ADDRESS: optionalText });

/** Parses once, at cold start: a function with a wrong environment must not answer its first call. */
export function readEnv<T>(schema: z.ZodType<T>, source: Record<string, string | undefined> = process.env): T {
  return schema.parse(source);
}

/** What CDK has to set for a schema: all its keys, those too that may be empty, as text. */
export type EnvOf<S extends z.ZodType> = { [K in keyof z.input<S>]-?: string };
