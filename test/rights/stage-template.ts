import { z } from 'zod';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/emulator/aws-environment';
import { synth } from '#test/infra/synth';
import type { About } from './recordings.ts';

/** A resource of the template, with every reference resolved. */
export type Resource = { id: string; type: string; properties: Record<string, unknown> };

const resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
const stack = z.object({ Resources: z.record(z.string(), resource) });
type Stack = z.infer<typeof stack>;

const arn = (service: string, rest: string) => `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${rest}`;

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': LOCAL_REGION,
  'AWS::AccountId': LOCAL_ACCOUNT,
  'AWS::URLSuffix': 'amazonaws.com',
};
/**
 * For each type, the property that holds a resource's name. A name from the recording takes precedence. A resource
 * without any name is named by its id.
 */
const NAMED_BY: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::Events::EventBus': 'Name',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Logs::LogGroup': 'LogGroupName',
};
const ARN_OF: Readonly<Record<string, (name: string) => string>> = {
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::DynamoDB::Table': (name) => arn('dynamodb', `table/${name}`),
  'AWS::Lambda::Function': (name) => arn('lambda', `function:${name}`),
  'AWS::StepFunctions::StateMachine': (name) => arn('states', `stateMachine:${name}`),
  'AWS::Events::EventBus': (name) => arn('events', `event-bus/${name}`),
  'AWS::Events::Rule': (name) => arn('events', `rule/${name}`),
  'AWS::SQS::Queue': (name) => arn('sqs', name),
  'AWS::Logs::LogGroup': (name) => arn('logs', `log-group:${name}:*`),
  'AWS::KMS::Key': () => arn('kms', 'key/00000000-0000-0000-0000-000000000000'),
  'AWS::IAM::Role': (name) => `arn:aws:iam::${LOCAL_ACCOUNT}:role/${name}`,
};

/**
 * The ARN of a resource, with `any` as the name of a stream. A stream is named by the time of its creation, which
 * differs from cloud to cloud.
 */
export const inEveryStage = (resource: string): string => resource.replace(/\/stream\/.*$/, '/stream/any');

/** Resolves `Ref`, `Fn::GetAtt` and `Fn::Join`, as CloudFormation would with these names of tables and buckets. */
function resolver({ Resources }: Stack, { names }: Pick<About, 'names'>) {
  const nameOf = (id: string): string => {
    const { Type = '', Properties = {} } = Resources[id] ?? {};
    const given = Properties[NAMED_BY[Type] ?? ''];
    return names[id] ?? (typeof given === 'string' ? given : id);
  };
  const arnOf = (id: string): string => ARN_OF[Resources[id]?.Type ?? '']?.(nameOf(id)) ?? id;
  const refOf = (id: string): string =>
    PSEUDO[id] ?? (Resources[id]?.Type === 'AWS::StepFunctions::StateMachine' ? arnOf(id) : nameOf(id));
  const attributeOf = (id: string, name: string): string => {
    if (name === 'Arn') return arnOf(id);
    return name === 'StreamArn' ? inEveryStage(`${arnOf(id)}/stream/`) : `${id}.${name}`;
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const given = carriedOut.safeParse(value);
    if (!given.success) return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, resolve(it)]));
    if ('Ref' in given.data) return refOf(given.data.Ref);
    if ('Fn::GetAtt' in given.data) return attributeOf(...given.data['Fn::GetAtt']);
    const [separator, parts] = given.data['Fn::Join'];
    return z.array(z.string()).parse(parts.map(resolve)).join(separator);
  };
  return resolve;
}
const carriedOut = z.union([
  z.strictObject({ Ref: z.string() }),
  z.strictObject({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }),
  z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }),
]);

/** Settings with which a local cloud is deployed: an OIDC provider, and a mail server of its own. */
const AS_DEPLOYED = {
  PADDOCK_PUBLIC_URL: 'http://127.0.0.1:1',
  PADDOCK_OIDC_ISSUER: 'http://127.0.0.1:1/realms/paddock',
  PADDOCK_OIDC_AUDIENCE: 'paddock',
  PADDOCK_MAIL_FROM: 'paddock@example.org',
  PADDOCK_SMTP_URL: 'smtp://127.0.0.1:1',
};

/** The stage's stack as the present code makes it, with the recorded names of tables and buckets. */
export function stageResources(
  about: Pick<About, 'stage' | 'names'>,
  env: Record<string, string> = AS_DEPLOYED,
): Resource[] {
  const made = stack.parse(synth({ PADDOCK_STAGE: about.stage, ...env }).toJSON());
  const resolve = resolver(made, about);
  return Object.entries(made.Resources).map(([id, { Type, Properties }]) => ({
    id,
    type: Type,
    properties: z.record(z.string(), z.unknown()).parse(resolve(Properties)),
  }));
}
