import { Construct } from 'constructs';
import type { tableEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

/** What operators call by hand, with `lambda:InvokeFunction` as their only right. */
export class Maintenance extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, { data }: { data: Data }) {
    super(scope, id);
    new ServiceFunction<typeof tableEnv>(this, 'CreateStaff', platform, {
      entry: 'ops/create-staff',
      description: 'Makes a staff user with an API token; {username, email?} to {user_uuid, token}',
      env: { STAGE: platform.config.stage, ...data.tableNames },
      grants: grants.readAndWriteTables(data),
    });
  }
}
