import { z } from 'zod';
import { OPERATION_MACHINES } from '#shared/domain/_core/operation';
import type { Outbound } from '#shared/domain/_core/outbound-proxy';
import { siteSettings } from '#shared/domain/_core/site-settings';
import { RESCUED_MACHINES } from '#shared/domain/marketplace/order-executions';
import { healingPolicy } from '#shared/domain/reconciliation/healing-policy';
import { DEFAULT_RETENTION_DAYS } from '../contracts/table.ts';

/** A variable that may be empty. CloudFormation has no absent values, so CDK sets an empty text instead. */
const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined);

/** The installation's settings as JSON text; `{}` means the defaults. */
const siteSettingsText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(siteSettings);

/** Limits of autohealing as JSON text; `{}` means the defaults. */
const healingPolicyText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(healingPolicy);

/** Variables of every function. */
export const stageEnv = z.object({ STAGE: z.string().min(1) });
/** Variables of the functions that answer callers of the API. */
export const defaultEnv = stageEnv.extend({ SITE_SETTINGS: siteSettingsText });
/** Variables of every function that opens the store. */
export const tablesEnv = z.object({ TABLE_NAME: z.string().min(1), AUDIT_TABLE_NAME: z.string().min(1) });
export const tableEnv = stageEnv.extend(tablesEnv.shape);

/** Variables of functions that send events to the bus. */
export const eventsEnv = tableEnv.extend({ EVENT_BUS_NAME: z.string().min(1) });

/** Variables of API functions. The `OIDC_*` variables are set together. Without them only API tokens are accepted. */
export const apiEnv = tableEnv
  .extend({
    EVENT_BUS_NAME: z.string().min(1),
    SITE_SETTINGS: siteSettingsText,
    PUBLIC_URL: optionalText,
    OIDC_ISSUER: optionalText,
    OIDC_AUDIENCE: optionalText,
    OIDC_CLIENT_ID: optionalText,
    /** Addresses to which a browser may return after sign-in, separated by commas. */
    SIGN_IN_RETURN_URLS: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter(Boolean)),
    SESSION_HOURS: z.coerce.number().int().positive(),
  })
  .refine((env) => (env.OIDC_ISSUER === undefined) === (env.OIDC_AUDIENCE === undefined), {
    message: 'OIDC_ISSUER and OIDC_AUDIENCE belong together',
  });

/** Variables of the function that carries out the timetables of clusters. */
export const timetablesEnv = tableEnv.extend({ SITE_SETTINGS: siteSettingsText });

/** Variables of the function that watches and heals clusters. */
export const watchClustersEnv = tableEnv.extend({ SITE_SETTINGS: siteSettingsText, HEALING_POLICY: healingPolicyText });

/**
 * Variables of the function that sends e-mails. Without MAIL_FROM no e-mails are sent. Without SMTP_URL they are sent
 * by Amazon SES. Links start with CONSOLE_URL, or with PUBLIC_URL if they need no console or CONSOLE_URL is not set.
 */
export const mailEnv = tableEnv.extend({
  CONSOLE_URL: optionalText.pipe(z.url().optional()),
  PUBLIC_URL: z.url(),
  MAIL_FROM: optionalText,
  SMTP_URL: optionalText,
});

/** Variables of the function that calls web hooks. */
export const hooksEnv = tableEnv.extend({ SITE_SETTINGS: siteSettingsText });

/** ARNs of state machines by name, as JSON text. */
const machineArns = <Name extends string>(...names: readonly Name[]) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.record(z.enum(names), z.string().min(1)));

/** Variables of the dispatcher, with the state machines of all operations. */
export const dispatcherEnv = tableEnv.extend({ STATE_MACHINE_ARNS: machineArns(...OPERATION_MACHINES) });
/** Variables of every step function: how many steps may run at one provider, and the time limit of a step's Lambda. */
export const stepsEnv = tableEnv.extend({
  PROVIDER_CONCURRENCY: z.coerce.number().int().positive(),
  STEP_TIMEOUT_SECONDS: z.coerce.number().int().positive(),
});
/** Variables of the function that rescues lost operations. */
export const rescueEnv = tableEnv.extend({ STATE_MACHINE_ARNS: machineArns(...RESCUED_MACHINES) });
export const recordsEnv = stepsEnv.extend({ EVENT_BUS_NAME: z.string().min(1) });
/** Variables of steps that watch servers. SERVER_ATTEMPTS says how often a server is made before its order fails. */
export const watchEnv = stepsEnv.extend({ SERVER_ATTEMPTS: z.coerce.number().int().positive() });
/** Variables of steps that render user data. They also need the URL to which machines phone home. */
export const openstackStepsEnv = watchEnv.extend({ PUBLIC_URL: z.url(), SITE_SETTINGS: siteSettingsText });

/** Variables of steps that also check an order against the installation's rules. */
export const infrastructureStepsEnv = watchEnv.extend({ SITE_SETTINGS: siteSettingsText });

/** Variables of the sync jobs. A run may remove at most this share of the objects, but always up to this number. */
export const accessStepsEnv = stepsEnv.extend({
  REMOVAL_MAX_SHARE: z.coerce.number().min(0).max(1),
  REMOVAL_ALWAYS: z.coerce.number().int().nonnegative(),
  SITE_SETTINGS: siteSettingsText,
});

/** Variables of every function that calls backends: the timeout of a request in seconds. */
export const backendsEnv = z.object({ BACKEND_TIMEOUT_SECONDS: z.coerce.number().positive().default(30) });

/**
 * Variables for requests to other systems. The proxy's variable is not called `HTTPS_PROXY`, because libraries and the
 * Lambda runtime would use a variable of that name, too. Requests to AWS and to web hooks never use a proxy.
 */
export const outboundEnv = z.object({
  OUTBOUND_PROXY: optionalText,
  /** Hosts that are called without the proxy, separated by commas. */
  OUTBOUND_NO_PROXY: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
});

/** How long events of changes are kept. */
export const auditEnv = z.object({
  AUDIT_RETENTION_DAYS: z.coerce.number().int().positive().default(DEFAULT_RETENTION_DAYS),
});

/** Lambda itself sets this variable if tracing is on. */
export const tracingEnv = z.object({ AWS_XRAY_DAEMON_ADDRESS: optionalText });

/** Parses the environment once, at cold start, because a function with a wrong environment must not answer any call. */
export function readEnv<T>(schema: z.ZodType<T>, source: Record<string, string | undefined> = process.env): T {
  return schema.parse(source);
}

/** The variables that CDK has to set for a schema. Every value is a text. Variables that may be empty are set, too. */
export type EnvOf<S extends z.ZodType> = { [K in keyof z.input<S>]-?: string };

export function outbound(): Outbound {
  const { OUTBOUND_PROXY: proxyUrl, OUTBOUND_NO_PROXY: noProxy } = readEnv(outboundEnv);
  return { proxyUrl, noProxy };
}
