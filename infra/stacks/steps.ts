import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { z } from 'zod';
import type { Backend, StepFunctions } from '#machines/_blocks/flow';
import type { EnvOf, openstackStepsEnv, recordsEnv, tableEnv, watchEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import { nameOf, type Platform } from '../constructs/platform.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

/** A step makes several calls to a backend; each has its own timeout, and one Keystone login may take seconds. */
const STEP_TIMEOUT = Duration.seconds(60);

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
    const read = (...prefixes: grants.SecretPrefix[]) => grants.readSecrets(this, stage, ...prefixes);
    const parking = ['create-cluster', 'watch-nodes'].map((name) => grants.machineArn(this, nameOf(platform, name)));
    this.functions = {
      records: this.step<typeof recordsEnv>('records', { ...table, EVENT_BUS_NAME: data.bus.eventBusName }, [
        ...grants.publishEvents(data.bus),
      ]),
      openstack: this.step<typeof openstackStepsEnv>('openstack', { ...table, PUBLIC_URL: publicUrl }, [
        ...read('openstack', 'registration'),
      ]),
      rancher: this.step<typeof tableEnv>('rancher', table, [
        ...read('rancher', 'registration'),
        ...grants.keepSecrets(this, stage, 'registration'),
      ]),
      watch: this.step<typeof watchEnv>(
        'watch',
        { ...table, BOOTSTRAP_TIMEOUT_SECONDS: String(bootstrapTimeoutSeconds) },
        [...read('rancher', 'openstack'), ...grants.wakeMachines(parking)],
      ),
    };
  }

  private step<Env extends z.ZodType>(backend: Backend, env: EnvOf<Env>, own: PolicyStatement[]) {
    return new ServiceFunction<Env>(this, backend, this.platform, {
      entry: `steps/${backend}`,
      description: `Steps of the state machines: ${backend}`,
      env,
      grants: [...grants.readAndWriteTable(this.data.table), ...own],
      timeout: STEP_TIMEOUT,
    });
  }
}
