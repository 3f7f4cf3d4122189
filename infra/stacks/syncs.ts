import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { RESCUED_MACHINES } from '#shared/domain/marketplace/order-executions';
import type {
  eventsEnv,
  rescueEnv,
  stateBackupEnv,
  tableEnv,
  timetablesEnv,
  watchClustersEnv,
} from '#shared/runtime/env';
import { healingPolicyText, siteSettingsText } from '../config.ts';
import * as grants from '../constructs/grants.ts';
import type { Platform } from '../constructs/platform.ts';
import { ScheduledFunction } from '../constructs/schedules.ts';
import type { Data } from './data.ts';
import type { StateMachines } from './workflows.ts';

type Props = { data: Data; workflows: StateMachines };

/** The scheduled jobs that keep records and backends up to date. */
export class Syncs extends Construct {
  constructor(scope: Construct, id: string, platform: Platform, { data, workflows }: Props) {
    super(scope, id);
    const { stage } = platform.config;
    const env = { STAGE: stage, ...data.tableNames };
    const table = grants.readAndWriteTables(data);
    const deadLetterQueue = data.deadLetters;
    new ScheduledFunction<typeof tableEnv>(this, 'RenewArgocdTokens', platform, {
      entry: 'syncs/renew-argocd-tokens',
      description: 'Replaces the keys with which Argo CD reaches clusters, before the keys expire',
      every: Duration.hours(1),
      // This timeout is long enough for a run that renews the keys of twenty clusters, each with a few calls to two
      // backends.
      timeout: Duration.minutes(5),
      env,
      grants: [...table, ...grants.readSecrets(this, stage, 'argocd', 'rancher')],
      deadLetterQueue,
    });
    new ScheduledFunction<typeof tableEnv>(this, 'RollOverUsageMonths', platform, {
      entry: 'syncs/roll-over-usage-months',
      description: 'Begins the usage of clusters in a new month',
      every: Duration.hours(1),
      // This timeout is long enough for a run that starts the new month's usage records of three thousand resources,
      // each with one transaction.
      timeout: Duration.minutes(5),
      env,
      grants: table,
      deadLetterQueue,
    });
    new ScheduledFunction<typeof eventsEnv>(this, 'RevokeEndedGrants', platform, {
      entry: 'syncs/revoke-ended-grants',
      description: 'Removes roles that have ended, and emits an event for each',
      every: Duration.minutes(5),
      // This timeout is long enough for a run that removes a thousand roles, each with an event and a write.
      timeout: Duration.minutes(5),
      env: { ...env, EVENT_BUS_NAME: data.bus.eventBusName },
      grants: [...table, ...grants.publishEvents(data.bus)],
      deadLetterQueue,
    });
    this.keepTimetables(platform, data);
    this.watchClusters(platform, data);
    this.rescueOrders(platform, { data, workflows });
    this.backUpManagement(platform, data);
  }

  private backUpManagement(platform: Platform, data: Data): void {
    const { stage } = platform.config;
    new ScheduledFunction<typeof stateBackupEnv>(this, 'BackUpManagement', platform, {
      entry: 'syncs/back-up-management',
      description: 'Copies clusters of Cluster API whose last copy is a day old',
      every: Duration.hours(1),
      // This timeout is long enough for a run that copies a thousand clusters of one management cluster, each with one
      // write.
      timeout: Duration.minutes(10),
      env: { STAGE: stage, ...data.tableNames, STATE_BACKUP_BUCKET: data.stateBackups.bucketName },
      grants: [
        ...grants.readAndWriteTables(data),
        ...grants.readSecrets(this, stage, 'cluster-api', 'state-key'),
        ...grants.writeCopies(data.stateBackups),
      ],
      deadLetterQueue: data.deadLetters,
    });
  }

  private keepTimetables(platform: Platform, data: Data): void {
    const { stage } = platform.config;
    new ScheduledFunction<typeof timetablesEnv>(this, 'KeepTimetables', platform, {
      entry: 'syncs/keep-timetables',
      description: 'Hibernates and wakes up clusters as their schedules say',
      every: Duration.minutes(5),
      also: {
        EndResources: {
          description: 'Warns about end dates of resources, and terminates resources on their end dates',
          every: Duration.hours(1),
          input: { job: 'end-dates' },
        },
      },
      // This timeout is long enough for a run that reads all clusters and makes one transaction for each cluster that
      // is due.
      timeout: Duration.minutes(4),
      env: { STAGE: stage, ...data.tableNames, SITE_SETTINGS: siteSettingsText(platform.config) },
      grants: grants.readAndWriteTables(data),
      deadLetterQueue: data.deadLetters,
    });
  }

  private watchClusters(platform: Platform, data: Data): void {
    const { stage, watchMinutes } = platform.config;
    new ScheduledFunction<typeof watchClustersEnv>(this, 'WatchClusters', platform, {
      entry: 'syncs/watch-clusters',
      description: 'Compares clusters with their clouds and Rancher, and records differences',
      every: Duration.minutes(watchMinutes),
      also: {
        PullAllClustersNodes: {
          description: 'Compares all clusters, even failed ones, and mirrors the contents of clusters',
          every: Duration.hours(24),
          input: { job: 'pull_all_clusters_nodes' },
        },
      },
      // This timeout is shorter than the time between two runs, so that runs do not overlap. Each cluster takes a few
      // requests, and eight clusters are read at the same time.
      timeout: Duration.minutes(4),
      env: {
        STAGE: stage,
        ...data.tableNames,
        SITE_SETTINGS: siteSettingsText(platform.config),
        HEALING_POLICY: healingPolicyText(platform.config),
      },
      grants: [
        ...grants.readAndWriteTables(data),
        ...grants.readSecrets(this, stage, 'openstack', 'rancher', 'cluster-api'),
      ],
      deadLetterQueue: data.deadLetters,
    });
  }

  private rescueOrders(platform: Platform, { data, workflows }: Props): void {
    const { stage } = platform.config;
    new ScheduledFunction<typeof rescueEnv>(this, 'RescueOrders', platform, {
      entry: 'syncs/rescue-orders',
      description: 'Ends orders that have no running execution any more',
      every: Duration.minutes(5),
      // A run lists the running executions, a thousand a call, and makes a few calls for each operation without one.
      timeout: Duration.minutes(2),
      env: {
        STAGE: stage,
        ...data.tableNames,
        STATE_MACHINE_ARNS: workflows.arns(...RESCUED_MACHINES),
      },
      grants: [
        ...grants.readAndWriteTables(data),
        ...grants.readExecutions(this, platform, ...RESCUED_MACHINES),
        ...grants.removeSecrets(this, stage, 'app'),
      ],
      deadLetterQueue: data.deadLetters,
    });
  }
}
