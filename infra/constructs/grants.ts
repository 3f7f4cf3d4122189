import type { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { waitingMachines } from '#machines/asl-of';
import type { MachineName } from '#machines/machine-names';
import { AUDIT_INDEX_NAMES, INDEX_NAMES, type IndexName } from '#shared/contracts/table';
import { oidcSecretName, type SecretPrefix, secretName } from '#shared/domain/_core/secret-name';
import { arnOf, nameOf, type Platform } from './platform.ts';
import type { AnyTable } from './single-table.ts';

const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
/** A transaction needs the right for each kind of write that it contains. */
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'];

const indexesOf = ({ tableArn }: AnyTable, names: readonly IndexName[]) =>
  names.map((name) => `${tableArn}/index/${name}`);

/**
 * Rights of a function that opens the store. The function reads and writes records, and adds audit events. It cannot
 * delete audit events. A condition of each write keeps an audit event from being overwritten (`audit-rows.ts`).
 */
export const readAndWriteTables = ({
  table,
  auditTable,
}: {
  table: AnyTable;
  auditTable: AnyTable;
}): PolicyStatement[] => [
  allow(READ, [table.tableArn]),
  allow(['dynamodb:Query'], indexesOf(table, INDEX_NAMES)),
  allow(WRITE, [table.tableArn]),
  allow(['dynamodb:PutItem'], [auditTable.tableArn]),
];

/** The right to remove timelines of deleted clusters. A timeline has many rows, which are deleted in batches. */
export const removeTimelines = (table: AnyTable): PolicyStatement[] => [
  allow(['dynamodb:BatchWriteItem'], [table.tableArn]),
];

export const readEvents = (auditTable: AnyTable): PolicyStatement[] => [
  allow(['dynamodb:GetItem', 'dynamodb:BatchGetItem'], [auditTable.tableArn]),
  allow(['dynamodb:Query'], indexesOf(auditTable, AUDIT_INDEX_NAMES)),
];

const streamOf = ({ tableStreamArn = '' }: AnyTable): string[] => [tableStreamArn];

/** Rights to read the stream from a known position. */
export const readStreamRecords = (table: AnyTable): PolicyStatement[] => [
  allow(['dynamodb:GetRecords', 'dynamodb:GetShardIterator'], streamOf(table)),
];

/**
 * Rights to follow a stream. AWS refuses an event source mapping without ListStreams. ListStreams cannot be limited to
 * one stream, so its resource is `*`.
 */
export const followTableStream = (table: AnyTable): PolicyStatement[] => [
  ...readStreamRecords(table),
  allow(['dynamodb:DescribeStream'], streamOf(table)),
  allow(['dynamodb:ListStreams'], ['*']),
];

export const readSecrets = (scope: Construct, stage: string, ...prefixes: SecretPrefix[]): PolicyStatement[] => [
  allow(
    ['secretsmanager:GetSecretValue'],
    prefixes.map((prefix) => secretsUnder(scope, stage, prefix)),
  ),
];

export const readOidcSecret = (scope: Construct, stage: string): PolicyStatement[] => [
  // The ARN ends in a wildcard, because Secrets Manager appends a dash and six characters to a secret's name.
  allow(
    ['secretsmanager:GetSecretValue'],
    [arnOf(scope, 'secretsmanager', 'secret', `${oidcSecretName(stage)}-??????`)],
  ),
];

/**
 * Rights to write and delete copies of clusters, and to list the newest version of each copy with its time. The rights
 * do not allow reading a copy. They also do not allow deleting an old version of a copy.
 */
export const writeCopies = ({ bucketArn }: Pick<IBucket, 'bucketArn'>): PolicyStatement[] => [
  allow(['s3:ListBucket'], [bucketArn]),
  allow(['s3:PutObject', 's3:DeleteObject'], [`${bucketArn}/*`]),
];

/**
 * Rights to read copies. The right to list is included, because without it S3 answers 403 instead of 404 for a copy
 * that does not exist.
 */
export const readCopies = ({ bucketArn }: Pick<IBucket, 'bucketArn'>): PolicyStatement[] => [
  allow(['s3:ListBucket', 's3:ListBucketVersions'], [bucketArn]),
  allow(['s3:GetObject', 's3:GetObjectVersion'], [`${bucketArn}/*`]),
];

/** Rights to write secrets. They do not include the right to read secrets. */
export const putSecrets = (scope: Construct, stage: string, ...prefixes: SecretPrefix[]): PolicyStatement[] => [
  allow(
    ['secretsmanager:CreateSecret', 'secretsmanager:PutSecretValue'],
    prefixes.map((prefix) => secretsUnder(scope, stage, prefix)),
  ),
];

export const removeSecrets = (scope: Construct, stage: string, ...prefixes: SecretPrefix[]): PolicyStatement[] => [
  allow(
    ['secretsmanager:DeleteSecret'],
    prefixes.map((prefix) => secretsUnder(scope, stage, prefix)),
  ),
];

/**
 * The ARN of all secrets with this prefix. It ends in a wildcard, because the uuids in names are not known at
 * deployment, and Secrets Manager appends six characters to each name.
 */
export const secretsUnder = (scope: Construct, stage: string, prefix: SecretPrefix): string =>
  arnOf(scope, 'secretsmanager', 'secret', secretName(stage, prefix, '*'));

export const publishEvents = (bus: EventBus): PolicyStatement[] => [allow(['events:PutEvents'], [bus.eventBusArn])];

/**
 * Rights to send e-mails from this sender. SES has verified either the address or its domain, so the rights name the
 * address and the domain. Paddock calls SendEmail of SESv2. For MIME content, SES also checks the right for the older
 * call SendRawEmail.
 */
export const sendMail = (scope: Construct, from: string): PolicyStatement[] => [
  allow(
    ['ses:SendEmail', 'ses:SendRawEmail'],
    [from, from.slice(from.indexOf('@') + 1)].map((identity) => arnOf(scope, 'ses', 'identity', identity, '/')),
  ),
];

export const sendTo = (queue: IQueue): PolicyStatement[] => [allow(['sqs:SendMessage'], [queue.queueArn])];

export const invoke = (...functionArns: string[]): PolicyStatement[] => [
  allow(['lambda:InvokeFunction'], functionArns),
];

export const startMachine = (...arns: string[]): PolicyStatement[] => [allow(['states:StartExecution'], arns)];

/** Names of executions are not known at deployment, so the right covers all executions of these state machines. */
export const readExecutions = (scope: Construct, platform: Platform, ...names: MachineName[]): PolicyStatement[] => [
  allow(
    ['states:DescribeExecution'],
    names.map((name) => arnOf(scope, 'states', 'execution', `${nameOf(platform, name)}:*`)),
  ),
  allow(
    ['states:ListExecutions'],
    names.map((name) => arnOf(scope, 'states', 'stateMachine', nameOf(platform, name))),
  ),
];

/**
 * Rights to wake state machines. A state machine already refers to the functions that wake it. A reference from these
 * functions back to the state machine would be circular, which CloudFormation refuses. So the ARNs are made from names.
 */
export const wakeMachines = (scope: Construct, platform: Platform): PolicyStatement[] => [
  allow(
    ['states:SendTaskSuccess', 'states:SendTaskFailure'],
    waitingMachines().map((name) => arnOf(scope, 'states', 'stateMachine', nameOf(platform, name))),
  ),
];
