import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { stateBackupEnv, tableEnv } from '#shared/runtime/env';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Data } from './data.ts';

/**
 * Functions that operators call by hand. An operator needs only the right `lambda:InvokeFunction`, and no right to the
 * table.
 */
export class Maintenance extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, { data }: { data: Data }) {
    super(scope, id);
    new ServiceFunction<typeof tableEnv>(this, 'CreateStaff', platform, {
      entry: 'ops/create-staff',
      description: 'Creates a staff user with an API token: {username, email?} to {user_uuid, token}',
      env: { STAGE: platform.config.stage, ...data.tableNames },
      grants: grants.readAndWriteTables(data),
    });
    new ServiceFunction<typeof stateBackupEnv>(this, 'RestoreManagement', platform, {
      entry: 'ops/restore-management',
      description: 'Restores a cluster of Cluster API from its copy: {cluster_uuid, do, version?}',
      // This timeout is long enough to restore a cluster of a thousand objects, each with two requests.
      timeout: Duration.minutes(10),
      env: {
        STAGE: platform.config.stage,
        ...data.tableNames,
        STATE_BACKUP_BUCKET: data.stateBackups.bucketName,
      },
      grants: [
        ...grants.readAndWriteTables(data),
        ...grants.readSecrets(this, platform.config.stage, 'cluster-api', 'state-key'),
        ...grants.readCopies(data.stateBackups),
      ],
    });
  }
}
