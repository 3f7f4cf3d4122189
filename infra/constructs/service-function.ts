import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  CfnFunction,
  Function as LambdaFunction,
  LayerVersion,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { z } from 'zod';
import type { EnvOf, outboundEnv } from '#shared/runtime/env';
import type { Config } from '../config.ts';
import { sendTo } from './grants.ts';
import { nameOf, type Platform } from './platform.ts';
import { FunctionRole } from './roles.ts';

export type ServiceFunctionProps<Env extends z.ZodType> = {
  /** Folder below `functions/`, e.g. `steps/records`. */
  entry: string;
  description: string;
  /** The environment variables that the function parses at cold start. Code that omits a variable does not compile. */
  env: EnvOf<Env>;
  grants: readonly PolicyStatement[];
  /** The timeout of the function. Default: 15 s, because callers of the API do not wait longer. */
  timeout?: Duration;
  /** A log group that similar functions share. By default, the function has its own log group. */
  logGroup?: ILogGroup;
  /** Highest number of concurrent invocations. By default, only the account's limit applies. */
  reservedConcurrentExecutions?: number | undefined;
  /**
   * The queue for events that the function fails to handle when it is invoked asynchronously. The function gets the
   * right to send messages to the queue.
   */
  deadLetterQueue?: IQueue;
};

/** A Lambda function with Paddock's defaults: JSON logs with retention, traces, and its own role. */
export class ServiceFunction<Env extends z.ZodType> extends LambdaFunction {
  readonly entry: string;

  constructor(scope: Construct, id: string, platform: Platform, props: ServiceFunctionProps<Env>) {
    const { entry, env, grants: own, timeout = Duration.seconds(15), reservedConcurrentExecutions, ...rest } = props;
    const functionName = nameOf(platform, entry);
    const logGroup = props.logGroup ?? functionLogs(scope, `${id}Logs`, platform, functionName);
    const grants = [...own, ...(rest.deadLetterQueue ? sendTo(rest.deadLetterQueue) : [])];
    const inVpc = platform.config.subnetIds !== undefined;
    const role = new FunctionRole(scope, `${id}Role`, { logGroup, grants, inVpc, stage: platform.config.stage });
    super(scope, id, {
      ...rest,
      functionName,
      timeout,
      ...(reservedConcurrentExecutions !== undefined && { reservedConcurrentExecutions }),
      logGroup,
      environment: {
        ...env,
        ...everywhereEnv(platform.config),
        ...caBundleEnv(platform.config),
        ...proxyEnv(platform.config),
      },
      layers: caBundleLayers(scope, id, platform.config),
      code: platform.code(entry),
      handler: 'index.handler',
      // The role must have only these grants, so CDK must not add rights to the role.
      role: role.withoutPolicyUpdates(),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      tracing: Tracing.ACTIVE,
      loggingFormat: LoggingFormat.JSON,
    });
    this.entry = entry;
    joinVpc(this, platform.config);
  }
}

/** The log group of the function with this name, or of all functions whose names begin with this name and a dash. */
export const functionLogs = (scope: Construct, id: string, platform: Platform, name: string): ILogGroup =>
  new ServiceLogGroup(scope, id, platform, `/aws/lambda/${name}`);

const everywhereEnv = ({ backendTimeoutSeconds, auditRetentionDays }: Config): Record<string, string> => ({
  BACKEND_TIMEOUT_SECONDS: String(backendTimeoutSeconds),
  AUDIT_RETENTION_DAYS: String(auditRetentionDays),
});

const caBundleEnv = ({ caBundleLayerArn }: Config): Record<string, string> =>
  caBundleLayerArn === undefined ? {} : { NODE_EXTRA_CA_CERTS: '/opt/ca-bundle.pem' };

const proxyEnv = ({ httpsProxy, noProxy = [] }: Config): Partial<EnvOf<typeof outboundEnv>> =>
  httpsProxy === undefined ? {} : { OUTBOUND_PROXY: httpsProxy, OUTBOUND_NO_PROXY: noProxy.join(',') };

const caBundleLayers = (scope: Construct, id: string, { caBundleLayerArn }: Config) =>
  caBundleLayerArn === undefined ? [] : [LayerVersion.fromLayerVersionArn(scope, `${id}CaBundle`, caBundleLayerArn)];

/**
 * Puts the function into a VPC by the ids of subnets and security groups. CDK's Vpc would also need availability zones
 * and route tables, which Lambda does not need.
 */
function joinVpc(lambda: LambdaFunction, { subnetIds, securityGroupIds }: Config): void {
  const resource = lambda.node.defaultChild;
  if (subnetIds === undefined || securityGroupIds === undefined || !(resource instanceof CfnFunction)) return;
  resource.vpcConfig = { subnetIds, securityGroupIds };
}

/** A log group with the stage's retention and key. It is deleted with its stack. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, { config, key }: Platform, logGroupName: string) {
    // `RetentionDays` of CDK is a numeric enum. The configuration accepts only numbers of days that are in this enum.
    super(scope, id, {
      logGroupName,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
      encryptionKey: key,
    });
  }
}
