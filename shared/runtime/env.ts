import { z } from 'zod';
import { OPERATION_MACHINES } from '#shared/domain/_core/operation';
import type { Outbound } from '#shared/domain/_core/outbound-proxy';
import { siteSettings } from '#shared/domain/_core/site-settings';
import { RESCUED_MACHINES } from '#shared/domain/marketplace/order-executions';
import { healingPolicy } from '#shared/domain/reconciliation/healing-policy';
import { DEFAULT_RETENTION_DAYS } from '../contracts/table.ts';

/** A variable that may be empty. In CloudFormation, a variable cannot be absent, so CDK sets an empty text instead. */
const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined);

/** The settings of the installation as JSON text. `{}` means the defaults. */
const siteSettingsText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(siteSettings);

/** The limits of autohealing as JSON text. `{}` means the defaults. */
const healingPolicyText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(healingPolicy);

/** Variables of every function. */
export const stageEnv = z.object({ STAGE: z.string().min(1) });
export const defaultEnv = stageEnv.extend({ SITE_SETTINGS: siteSettingsText });
/** Variables of every function that opens the store. */
export const tablesEnv = z.object({ TABLE_NAME: z.string().min(1), AUDIT_TABLE_NAME: z.string().min(1) });
export const tableEnv = stageEnv.extend(tablesEnv.shape);

export const eventsEnv = tableEnv.extend({ EVENT_BUS_NAME: z.string().min(1) });

/**
 * Variables of API functions. The `OIDC_*` variables must be set together. Without them, only API tokens are accepted.
 */
export const apiEnv = tableEnv
  .extend({
    EVENT_BUS_NAME: z.string().min(1),
    SITE_SETTINGS: siteSettingsText,
    PUBLIC_URL: optionalText,
    /** The key that CloudFront sends with each call. Empty if the stage has no CloudFront. */
    EDGE_KEY: optionalText,
    OIDC_ISSUER: optionalText,
    OIDC_AUDIENCE: optionalText,
    OIDC_CLIENT_ID: optionalText,
    /** Addresses to which a browser may return after the sign-in, separated by commas. */
    SIGN_IN_RETURN_URLS: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter(Boolean)),
    SESSION_HOURS: z.coerce.number().int().positive(),
  })
  .refine((env) => (env.OIDC_ISSUER === undefined) === (env.OIDC_AUDIENCE === undefined), {
    message: 'Set both OIDC_ISSUER and OIDC_AUDIENCE, or neither of them',
  });

export const timetablesEnv = tableEnv.extend({ SITE_SETTINGS: siteSettingsText });

export const watchClustersEnv = tableEnv.extend({ SITE_SETTINGS: siteSettingsText, HEALING_POLICY: healingPolicyText });

/**
 * Variables of the function that sends e-mails. Without MAIL_FROM, no e-mails are sent. Without SMTP_URL, Amazon SES
 * sends them. Links begin with CONSOLE_URL if it is set and the link needs the console. All other links begin with
 * PUBLIC_URL.
 */
export const mailEnv = tableEnv.extend({
  CONSOLE_URL: optionalText.pipe(z.url().optional()),
  PUBLIC_URL: z.url(),
  MAIL_FROM: optionalText,
  SMTP_URL: optionalText,
});

export const stateBackupEnv = tableEnv.extend({ STATE_BACKUP_BUCKET: z.string().min(1) });

export const hooksEnv = tableEnv.extend({ SITE_SETTINGS: siteSettingsText });

/** ARNs of state machines by name, as JSON text. */
const machineArns = <Name extends string>(...names: readonly Name[]) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.record(z.enum(names), z.string().min(1)));

/** Variables of the dispatcher, with the ARNs of the state machines of all operations. */
export const dispatcherEnv = tableEnv.extend({ STATE_MACHINE_ARNS: machineArns(...OPERATION_MACHINES) });
/**
 * Variables of every step function. They say how many steps may run at one provider, and how long the Lambda of a step
 * may run.
 */
export const stepsEnv = tableEnv.extend({
  PROVIDER_CONCURRENCY: z.coerce.number().int().positive(),
  STEP_TIMEOUT_SECONDS: z.coerce.number().int().positive(),
});
export const rescueEnv = tableEnv.extend({ STATE_MACHINE_ARNS: machineArns(...RESCUED_MACHINES) });
export const recordsEnv = stepsEnv.extend({ EVENT_BUS_NAME: z.string().min(1) });
/** Variables of steps that check servers. SERVER_ATTEMPTS is how often a server is created before its order fails. */
export const watchEnv = stepsEnv.extend({ SERVER_ATTEMPTS: z.coerce.number().int().positive() });
/** Variables of steps that render user data. User data contains the URL to which machines phone home. */
export const openstackStepsEnv = watchEnv.extend({ PUBLIC_URL: z.url(), SITE_SETTINGS: siteSettingsText });

/**
 * Variables of the infrastructure steps. These steps check orders again, so they need the rules of the installation.
 */
export const infrastructureStepsEnv = watchEnv.extend({ SITE_SETTINGS: siteSettingsText });

/**
 * Variables of the sync jobs. A run removes nothing if it would have to remove more than REMOVAL_ALWAYS objects and also
 * more than the share REMOVAL_MAX_SHARE of all objects.
 */
export const accessStepsEnv = stepsEnv.extend({
  REMOVAL_MAX_SHARE: z.coerce.number().min(0).max(1),
  REMOVAL_ALWAYS: z.coerce.number().int().nonnegative(),
  SITE_SETTINGS: siteSettingsText,
});

/** Variables of every function that calls backends. The timeout applies to each request. */
export const backendsEnv = z.object({ BACKEND_TIMEOUT_SECONDS: z.coerce.number().positive().default(30) });

/**
 * Variables for requests to other systems. The variable with the proxy is not called `HTTPS_PROXY`, because libraries
 * and the Lambda runtime would read a variable of this name, too. Requests to AWS and to web hooks never use the proxy.
 */
export const outboundEnv = z.object({
  OUTBOUND_PROXY: optionalText,
  /** Hosts that are called without the proxy, separated by commas. */
  OUTBOUND_NO_PROXY: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
});

export const auditEnv = z.object({
  AUDIT_RETENTION_DAYS: z.coerce.number().int().positive().default(DEFAULT_RETENTION_DAYS),
});

/** Lambda itself sets this variable if tracing is on. */
export const tracingEnv = z.object({ AWS_XRAY_DAEMON_ADDRESS: optionalText });

/** Parses the environment once, at cold start. If the environment is wrong, the function must not answer any call. */
export function readEnv<T>(schema: z.ZodType<T>, source: Record<string, string | undefined> = process.env): T {
  return schema.parse(source);
}

/**
 * The variables that CDK has to set for a schema. Each value is a text. CDK must also set the variables that may be
 * empty.
 */
export type EnvOf<S extends z.ZodType> = { [K in keyof z.input<S>]-?: string };

export function outbound(): Outbound {
  const { OUTBOUND_PROXY: proxyUrl, OUTBOUND_NO_PROXY: noProxy } = readEnv(outboundEnv);
  return { proxyUrl, noProxy };
}
