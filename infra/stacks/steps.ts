import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { z } from 'zod';
import type { Backend, StepFunctions } from '#machines/_blocks/machine';
import { SYNC_TIMEOUT_SECONDS } from '#machines/sync-access/definition';
import type { SecretPrefix } from '#shared/domain/_core/secret-name';
import type {
  accessStepsEnv,
  EnvOf,
  infrastructureStepsEnv,
  openstackStepsEnv,
  recordsEnv,
  stepsEnv,
  watchEnv,
} from '#shared/runtime/env';
import { siteSettingsText } from '../config.ts';
import * as grants from '../constructs/grants.ts';
import { nameOf, type Platform } from '../constructs/platform.ts';
import { functionLogs, ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

type Props = { data: Data; publicUrl: string };

/**
 * One Lambda function for each backend, so that the role of each function reads only the secrets of one backend
 * (docs/spec/design.md#secrets).
 */
export class Steps extends Construct {
  readonly functions: StepFunctions;
  private readonly platform: Platform;
  private readonly data: Data;
  /** All steps share one log group, because the steps of one order run in several functions. */
  private readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, platform: Platform, { data, publicUrl }: Props) {
    super(scope, id);
    this.platform = platform;
    this.data = data;
    this.logGroup = functionLogs(this, 'Logs', platform, nameOf(platform, 'steps'));
    const { stage, serverAttempts, providerConcurrency, stepTimeoutSeconds } = platform.config;
    const all = {
      STAGE: stage,
      ...data.tableNames,
      PROVIDER_CONCURRENCY: String(providerConcurrency),
      STEP_TIMEOUT_SECONDS: String(stepTimeoutSeconds),
    };
    const attempts = { SERVER_ATTEMPTS: String(serverAttempts) };
    const read = (...prefixes: SecretPrefix[]) => grants.readSecrets(this, stage, ...prefixes);
    this.functions = {
      records: this.step<typeof recordsEnv>('records', { ...all, EVENT_BUS_NAME: data.bus.eventBusName }, [
        ...grants.publishEvents(data.bus),
      ]),
      openstack: this.step<typeof openstackStepsEnv>(
        'openstack',
        { ...all, ...attempts, PUBLIC_URL: publicUrl, SITE_SETTINGS: siteSettingsText(platform.config) },
        [
          ...read('openstack', 'registration', 'vault', 'cloud-credential'),
          ...grants.putSecrets(this, stage, 'cloud-credential'),
          ...grants.removeSecrets(this, stage, 'cloud-credential'),
        ],
      ),
      infrastructure: this.step<typeof infrastructureStepsEnv>(
        'infrastructure',
        { ...all, ...attempts, SITE_SETTINGS: siteSettingsText(platform.config) },
        read('openstack'),
      ),
      rancher: this.step<typeof stepsEnv>('rancher', all, [
        ...read('rancher', 'app', 'cloud-credential'),
        ...grants.putSecrets(this, stage, 'registration'),
        ...grants.removeSecrets(this, stage, 'registration', 'app'),
      ]),
      'cluster-api': this.step<typeof stepsEnv>('cluster-api', all, read('cluster-api', 'cloud-credential')),
      vault: this.step<typeof stepsEnv>('vault', all, [
        ...read('vault', 'registration'),
        ...grants.putSecrets(this, stage, 'registration'),
      ]),
      argocd: this.step<typeof stepsEnv>('argocd', all, read('argocd', 'rancher')),
      keycloak: this.step<typeof stepsEnv>('keycloak', all, read('keycloak')),
      watch: this.step<typeof watchEnv>('watch', { ...all, ...attempts }, [
        ...read('rancher', 'openstack', 'cluster-api'),
        ...grants.wakeMachines(this, platform),
      ]),
      access: this.access(all),
    };
  }

  /**
   * The Lambda function for steps of the sync jobs. A sync of a thousand groups reads a thousand lists of members, so
   * this function may run longer than the functions for other steps.
   */
  private access(all: EnvOf<typeof stepsEnv>) {
    const { removalMaxShare, removalAlways, stage } = this.platform.config;
    const env = {
      ...all,
      STEP_TIMEOUT_SECONDS: String(SYNC_TIMEOUT_SECONDS),
      REMOVAL_MAX_SHARE: String(removalMaxShare),
      REMOVAL_ALWAYS: String(removalAlways),
      SITE_SETTINGS: siteSettingsText(this.platform.config),
    };
    const secrets = [
      ...grants.readSecrets(this, stage, 'keycloak', 'rancher', 'catalog', 'waldur'),
      ...grants.removeSecrets(this, stage, 'catalog'),
    ];
    return this.step<typeof accessStepsEnv>('access', env, secrets, SYNC_TIMEOUT_SECONDS);
  }

  private step<Env extends z.ZodType>(
    backend: Backend,
    env: EnvOf<Env>,
    own: PolicyStatement[],
    seconds = this.platform.config.stepTimeoutSeconds,
  ) {
    return new ServiceFunction<Env>(this, backend, this.platform, {
      entry: `steps/${backend}`,
      description: `Steps of the state machines: ${backend}`,
      env,
      logGroup: this.logGroup,
      // A cluster can be deleted while a step writes to its timeline. The step then removes the timeline rows that it
      // wrote, so it needs the right to remove them.
      grants: [...grants.readAndWriteTables(this.data), ...grants.removeTimelines(this.data.table), ...own],
      // This timeout is longer than the timeout of one backend call, because a step makes several calls. A Keystone
      // login alone may take seconds.
      timeout: Duration.seconds(seconds),
      reservedConcurrentExecutions: this.platform.config.stepConcurrency,
    });
  }
}
