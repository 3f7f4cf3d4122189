import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { z } from 'zod';
import type { Backend, StepFunctions } from '#machines/_blocks/flow';
import { STEP_FUNCTION_TIMEOUT } from '#machines/_blocks/run-step';
import type { SecretPrefix } from '#shared/domain/secret-name';
import type { EnvOf, openstackStepsEnv, recordsEnv, tableEnv, watchEnv } from '#shared/runtime/env';
import { siteSettingsText } from '../config.ts';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

type Props = { data: Data; publicUrl: string };

/** One Lambda per backend, so that a role reads one backend's secrets (design decision 12). */
export class Steps extends Construct {
  readonly functions: StepFunctions;
  private readonly platform: Platform;
  private readonly data: Data;

  constructor(scope: Construct, id: string, platform: Platform, { data, publicUrl }: Props) {
    super(scope, id);
    this.platform = platform;
    this.data = data;
    const { stage, bootstrapTimeoutSeconds } = platform.config;
    const table = { STAGE: stage, TABLE_NAME: data.table.tableName };
    const read = (...prefixes: SecretPrefix[]) => grants.readSecrets(this, stage, ...prefixes);
    this.functions = {
      records: this.step<typeof recordsEnv>('records', { ...table, EVENT_BUS_NAME: data.bus.eventBusName }, [
        ...grants.publishEvents(data.bus),
      ]),
      openstack: this.step<typeof openstackStepsEnv>(
        'openstack',
        { ...table, PUBLIC_URL: publicUrl, SITE_SETTINGS: siteSettingsText(platform.config) },
        [...read('openstack', 'registration', 'vault')],
      ),
      rancher: this.step<typeof tableEnv>('rancher', table, [
        ...read('rancher', 'registration'),
        ...grants.keepSecrets(this, stage, 'registration'),
      ]),
      vault: this.step<typeof tableEnv>('vault', table, [
        ...read('vault', 'registration'),
        ...grants.keepSecrets(this, stage, 'registration'),
      ]),
      argocd: this.step<typeof tableEnv>('argocd', table, read('argocd', 'rancher')),
      watch: this.step<typeof watchEnv>(
        'watch',
        { ...table, BOOTSTRAP_TIMEOUT_SECONDS: String(bootstrapTimeoutSeconds) },
        [...read('rancher', 'openstack'), ...grants.wakeMachines(this, platform)],
      ),
    };
  }

  private step<Env extends z.ZodType>(backend: Backend, env: EnvOf<Env>, own: PolicyStatement[]) {
    return new ServiceFunction<Env>(this, backend, this.platform, {
      entry: `steps/${backend}`,
      description: `Steps of the state machines: ${backend}`,
      env,
      grants: [...grants.readAndWriteTable(this.data.table), ...own],
      timeout: STEP_FUNCTION_TIMEOUT,
    });
  }
}
