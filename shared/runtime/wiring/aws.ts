import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { dynamoAuditStream } from '#shared/adapters/dynamodb/audit/audit-stream';
import { dynamoOutboxStream } from '#shared/adapters/dynamodb/operations/outbox-stream';
import { eventBridgeEventBus } from '../../adapters/aws/event-bus.ts';
import { lambdaFunctions } from '../../adapters/aws/functions.ts';
import { secretsManagerSecrets } from '../../adapters/aws/secrets.ts';
import {
  type MachineArns,
  type OperationMachineArns,
  stepFunctionsExecutions,
  stepFunctionsWakeups,
  stepFunctionsWorkflows,
} from '../../adapters/aws/step-functions.ts';
import { deployedName } from '../../contracts/deployed-name.ts';
import type {
  AuditStream,
  EventBus,
  Executions,
  Functions,
  OutboxStream,
  Secrets,
  Wakeups,
  Workflows,
} from '../../ports/runtime.ts';
import { systemClock } from '../clock-and-ids.ts';
import { tracer } from '../lambda-tracer.ts';

/**
 * AWS services usually answer in much less than a second. If an answer takes more than 5 s, the call is repeated. There
 * are three attempts at most.
 */
export const AWS_CALL = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
};

export const awsSecrets = (): Secrets =>
  secretsManagerSecrets({ client: tracer.capture(new SecretsManagerClient(AWS_CALL)), clock: systemClock });

export const awsWakeups = (): Wakeups => stepFunctionsWakeups({ client: tracer.capture(new SFNClient(AWS_CALL)) });

export const awsWorkflows = (machineArns: MachineArns): Workflows =>
  stepFunctionsWorkflows({ client: tracer.capture(new SFNClient(AWS_CALL)), machineArns });

export const awsExecutions = (machineArns: OperationMachineArns): Executions =>
  stepFunctionsExecutions({ client: tracer.capture(new SFNClient(AWS_CALL)), machineArns });

export const awsEventBus = (busName: string): EventBus =>
  eventBridgeEventBus({ client: tracer.capture(new EventBridgeClient(AWS_CALL)), busName });

export const awsAuditStream = (): AuditStream =>
  dynamoAuditStream({ client: tracer.capture(new DynamoDBStreamsClient(AWS_CALL)) });

export const awsOutboxStream = (): OutboxStream =>
  dynamoOutboxStream({ client: tracer.capture(new DynamoDBStreamsClient(AWS_CALL)) });

/**
 * Settings of calls to other Lambda functions. The timeout is longer than the time limit of API functions, so the
 * invoked function always ends before the timeout. There is only one attempt, because a second call could place an
 * order twice.
 */
const INVOCATION = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 20_000, throwOnRequestTimeout: true },
};

export const awsFunctions = (stage: string): Functions =>
  lambdaFunctions({
    client: tracer.capture(new LambdaClient(INVOCATION)),
    nameOf: (entry) => deployedName(stage, entry),
  });
