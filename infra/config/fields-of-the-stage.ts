import { z } from 'zod';
import { DEFAULT_RETENTION_DAYS } from '#shared/contracts/table';
import { siteSettings } from '#shared/domain/_core/site-settings';
import { field, list } from './field.ts';

const site = siteSettings.shape;

export const STAGE_NAME = /^[a-z][a-z0-9-]{0,19}$/;

/** Names and values of tags that all AWS services accept. */
const TAG_NAME = /^(?!aws:|paddock:)[A-Za-z0-9 _.:/=+@-]{1,128}$/i;
const TAG_VALUE = /^[A-Za-z0-9 _.:/=+@-]{0,256}$/;

/** The retention times that CloudWatch accepts. */
const LOG_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** A table that was restored from a backup. A restored table has no stream until an operator switches the stream on. */
const restoredTable = z.strictObject({
  name: z.string().regex(/^[\w.-]{3,255}$/),
  streamArn: z.string().regex(/^arn:[^:]+:dynamodb:[^:]+:\d{12}:table\/[^/]+\/stream\/.+$/),
});
export type RestoredTable = z.infer<typeof restoredTable>;

export const stageFields = {
  stage: field(
    z.string().regex(STAGE_NAME).default('dev'),
    'the name of the stage. It is a part of all names, so stages can share an account. Commands get it with `--stage`. A file named `paddock.<stage>.yaml` may omit it',
    { expects: '1-20 lower-case letters, digits and dashes, the first one a letter' },
  ),
  tags: field(
    z
      .record(z.string().regex(TAG_NAME), z.string().regex(TAG_VALUE))
      .refine((tags) => Object.keys(tags).length <= 40)
      .default({}),
    'tags for all resources that can have tags, in addition to `paddock:stage`, for example to separate costs',
    { expects: '{cost-center: "4711"}: at most 40 texts by name, the names without aws: and paddock: before them' },
  ),
  removalPolicy: field(
    z.enum(['retain', 'destroy']).default('retain'),
    '`retain` keeps the tables, the bucket with copies and the keys when the stack is deleted',
  ),
  restoredTables: field(
    z.strictObject({ table: restoredTable.optional(), auditTable: restoredTable.optional() }).optional(),
    'tables restored from a backup. They replace the stack’s own tables, which stay unchanged if `removalPolicy` is `retain` ([backup.md](backup.md))',
    {
      expects: '{table: {name: …, streamArn: …}, auditTable: {name: …, streamArn: …}}, one of them or both',
      otherwise: 'the stack’s own tables',
    },
  ),
  auditRetentionDays: field(
    z.number().int().min(1).max(3650).default(DEFAULT_RETENTION_DAYS),
    'how long audit events (`GET /api/events/`) are kept, in days. A change affects new events only',
  ),
  logRetentionDays: field(z.literal(LOG_DAYS).default(30), 'how long all logs are kept, in days'),
};

const isBareOrigin = ({ username, password, pathname, search }: URL): boolean =>
  [username, password, search].every((text) => text === '') && pathname === '/';

/**
 * Account and region of the deployment. Account and region are not settings of a stage. The CDK CLI derives them from
 * the credentials and passes them in environment variables.
 */
export const placeFields = {
  account: field(z.string().regex(/^\d{12}$/), 'the account of the deployment', { expects: '12 digits' }),
  region: field(z.string().min(1), 'the region of the deployment'),
};

export const loadFields = {
  backendTimeoutSeconds: field(
    z.number().min(1).max(50).default(30),
    'longest wait for a backend’s answer, in seconds. Then the state machine tries again',
  ),
  providerConcurrency: field(
    z.number().int().min(1).max(500).default(20),
    'steps that work at one provider at a time. Other steps try again after two seconds or less, for ten minutes at most',
  ),
  stepConcurrency: field(
    z.number().int().min(1).max(1000).optional(),
    'concurrent invocations of each function for steps, reserved from the account’s limit. Other steps try again after two seconds or less, for ten minutes at most. Local commands use 3 to limit memory',
    { otherwise: 'only the account’s limit' },
  ),
  stepTimeoutSeconds: field(
    z.number().int().min(10).max(60).default(60),
    'longest run of one step, in seconds. It must be more than `backendTimeoutSeconds`. A deletion waits at most 5 s longer than this for a step of an earlier operation that may still run',
  ),
};

export const networkFields = {
  subnetIds: field(
    list(z.string().min(1)).optional(),
    'private clouds: VPC subnets of the functions; needs `securityGroupIds`',
    { expects: 'a list of ids of subnets', otherwise: 'outside any VPC' },
  ),
  securityGroupIds: field(list(z.string().min(1)).optional(), 'the security groups of the functions in the VPC', {
    expects: 'a list of ids of security groups',
  }),
  caBundleLayerArn: field(
    z.string().regex(/^arn:/).optional(),
    'a Lambda layer with `ca-bundle.pem` at its root: further trusted certificate authorities',
    { expects: 'the ARN of a layer’s version, which begins with arn:' },
  ),
  httpsProxy: field(
    z
      .url({ protocol: /^https?$/ })
      .refine((text) => URL.canParse(text) && isBareOrigin(new URL(text)))
      .optional(),
    'an HTTP proxy (CONNECT) for all backends, the OIDC issuer and the mail server. AWS and web hooks do not use the proxy ([networks.md](networks.md))',
    { expects: 'http://host:port or https://host:port, without an account', otherwise: 'all are reached directly' },
  ),
  noProxy: field(
    list(z.string().regex(/^\.?[A-Za-z0-9:[\]./-]+$/)).optional(),
    'destinations that are reached without the proxy: host names, domains with a leading dot, addresses, networks',
    { expects: 'a list such as vault.internal, .example.org, 10.0.0.0/8' },
  ),
  hookNetworks: field(
    site.hookNetworks,
    'private clouds: private networks that customers’ web hooks may use. Metadata and link-local addresses stay forbidden. Never allow 127.0.0.0/8 on AWS, because it reaches the Lambda’s own runtime',
    { expects: 'a list of networks such as 10.0.0.0/8' },
  ),
  hooksOverHttp: field(site.hooksOverHttp, 'allows web hooks without TLS'),
  corsOrigins: field(
    site.corsOrigins,
    'origins of pages that may call the API with a token, exactly as browsers send them ([decision 55](decisions/0055-functions-answer-other-origins.md))',
    { expects: 'a list of origins such as https://console.example.org' },
  ),
};
