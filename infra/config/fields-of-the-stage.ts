import { z } from 'zod';
import { DEFAULT_RETENTION_DAYS } from '#shared/contracts/table';
import { siteSettings } from '#shared/domain/_core/site-settings';
import { field, list } from './field.ts';
import { restoredTable } from './restored-table.ts';

const site = siteSettings.shape;

export const STAGE_NAME = /^[a-z][a-z0-9-]{0,19}$/;

/** What all services take as a tag's name and value. */
const TAG_NAME = /^(?!aws:|paddock:)[A-Za-z0-9 _.:/=+@-]{1,128}$/i;
const TAG_VALUE = /^[A-Za-z0-9 _.:/=+@-]{0,256}$/;

/** What CloudWatch takes. */
const LOG_DAYS = [
  ...[1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731],
  ...[1096, 1827, 2192, 2557, 2922, 3288, 3653],
];

export const stage = {
  stage: field(
    z.string().regex(STAGE_NAME).default('dev'),
    'part of every name, so that stages can share an account; `--stage` of the commands. In a file it may be left out, since the file’s name has it',
    { expects: '1-20 lower-case letters, digits and dashes, the first one a letter' },
  ),
  tags: field(
    z
      .record(z.string().regex(TAG_NAME), z.string().regex(TAG_VALUE))
      .refine((tags) => Object.keys(tags).length <= 40)
      .default({}),
    'tags of the stacks, which CloudFormation puts on all that can have tags, beside `paddock:stage`: for costs by stage',
    { expects: '{cost-center: "4711"}: at most 40 texts by name, the names without aws: and paddock: before them' },
  ),
  removalPolicy: field(
    z.enum(['retain', 'destroy']).default('retain'),
    '`retain` keeps the table, and the key it is encrypted with, when the stack is deleted',
  ),
  restoredTables: field(
    z.strictObject({ table: restoredTable.optional(), auditTable: restoredTable.optional() }).optional(),
    'tables that were restored from a backup, in place of the stack’s own, which stay as they are ([backup.md](backup.md))',
    {
      expects: '{table: {name: …, streamArn: …}, auditTable: {name: …, streamArn: …}}, one of them or both',
      otherwise: 'the stack’s own tables',
    },
  ),
  auditRetentionDays: field(
    z.number().int().min(1).max(3650).default(DEFAULT_RETENTION_DAYS),
    'how long events of changes (`GET /api/events/`) are kept, in days. What is written keeps the time it was written with',
  ),
  logRetentionDays: field(z.literal(LOG_DAYS).default(30), 'how long the lines of all log groups are kept, in days'),
};

const isBareOrigin = ({ username, password, pathname, search }: URL): boolean =>
  [username, password, search].every((text) => text === '') && pathname === '/';

/** The CDK CLI finds them in the credentials and sets their variables: they are no settings of a stage. */
export const place = {
  account: field(z.string().regex(/^\d{12}$/), 'the account that is deployed to', { expects: '12 digits' }),
  region: field(z.string().min(1), 'the region that is deployed to'),
};

export const load = {
  backendTimeoutSeconds: field(
    z.number().min(1).max(50).default(30),
    'a backend that has not answered a request by then is asked again, by the state machine',
  ),
  providerConcurrency: field(
    z.number().int().min(1).max(500).default(20),
    'how many steps may be at work at one provider at a time, whatever the number of orders; the others come again every two seconds, for ten minutes at most',
  ),
  stepConcurrency: field(
    z.number().int().min(1).max(1000).optional(),
    'how many invocations of each of the step functions may run at the same time; what is set is taken from all other functions of the account. The others come again every two seconds, for ten minutes at most. `npm start` and the local commands have 3, which bounds their memory',
    { otherwise: 'as many as the account has' },
  ),
  stepTimeoutSeconds: field(
    z.number().int().min(10).max(60).default(60),
    'longest life of one step’s function, more than `backendTimeoutSeconds`; a deletion waits as long, and 5 s, for a step that died under an operation before it',
  ),
};

export const networks = {
  subnetIds: field(
    list(z.string().min(1)).optional(),
    'private clouds: where in a VPC the functions run; with `securityGroupIds` or not at all',
    { expects: 'a list of ids of subnets', otherwise: 'outside any VPC' },
  ),
  securityGroupIds: field(list(z.string().min(1)).optional(), 'the security groups of the functions there', {
    expects: 'a list of ids of security groups',
  }),
  caBundleLayerArn: field(
    z.string().regex(/^arn:/).optional(),
    'a Lambda layer with `ca-bundle.pem` at its root: certificate authorities trusted beside the public ones',
    { expects: 'the ARN of a layer’s version, which begins with arn:' },
  ),
  httpsProxy: field(
    z
      .url({ protocol: /^https?$/ })
      .refine((text) => URL.canParse(text) && isBareOrigin(new URL(text)))
      .optional(),
    'an HTTP proxy by which OpenStack, Rancher, Keycloak, Vault, Argo CD, the OIDC issuer and the mail server are reached, with CONNECT; neither AWS nor web hooks ([networks.md](networks.md))',
    { expects: 'http://host:port or https://host:port, without an account', otherwise: 'all are reached directly' },
  ),
  noProxy: field(
    list(z.string().regex(/^\.?[A-Za-z0-9:[\]./-]+$/)).optional(),
    'what is reached without that proxy: names of hosts, domains with a dot before them, addresses, networks',
    { expects: 'a list such as vault.internal, .example.org, 10.0.0.0/8' },
  ),
  hookNetworks: field(
    site.hookNetworks,
    'private clouds: networks beside the public ones in which customers’ web hooks may be. Metadata and link-local addresses stay out of reach. Never name 127.0.0.0/8 where functions run on AWS: there it is the Lambda’s own runtime',
    { expects: 'a list of networks such as 10.0.0.0/8' },
  ),
  hooksOverHttp: field(site.hooksOverHttp, 'web hooks without TLS, too'),
  corsOrigins: field(
    site.corsOrigins,
    'origins, exactly as browsers send them, whose pages may call the API with a token ([decision 55](decisions/0055-functions-answer-other-origins.md))',
    { expects: 'a list of origins such as https://console.example.org' },
  ),
};
