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
  /** The variables that the function parses at cold start. A missing one does not compile. */
  env: EnvOf<Env>;
  grants: readonly PolicyStatement[];
  /** Default: 15 s. An API call answers soon or never. */
  timeout?: Duration;
  /** A log group shared with similar functions. Default: a log group of its own. */
  logGroup?: ILogGroup;
  /** Highest number of concurrent invocations. Default: the rest of the account's limit. */
  reservedConcurrentExecutions?: number | undefined;
  /** The queue for events that the function failed to handle when it was invoked asynchronously. It may send there. */
  deadLetterQueue?: IQueue;
};

/** A Lambda with our defaults: JSON logs with retention, traces, and its own role. */
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
      // A role has only its grants. The library must not add rights.
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

/** The log group of one function, or of all functions with this name and a dash as prefix. */
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

/** By ids: the library's Vpc needs availability zones and route tables, which Lambda does not need. */
function joinVpc(lambda: LambdaFunction, { subnetIds, securityGroupIds }: Config): void {
  const resource = lambda.node.defaultChild;
  if (subnetIds === undefined || securityGroupIds === undefined || !(resource instanceof CfnFunction)) return;
  resource.vpcConfig = { subnetIds, securityGroupIds };
}

/** A log group with the stage's retention and key. Logs are deleted with their stack. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, { config, key }: Platform, logGroupName: string) {
    // RetentionDays is a number of days. CloudFormation accepts certain numbers only.
    super(scope, id, {
      logGroupName,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
      encryptionKey: key,
    });
  }
}
