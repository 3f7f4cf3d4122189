import { Duration } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SfnStateMachine } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import * as grants from '#infra/constructs/grants';
import { MachineSchedule } from '#infra/constructs/schedules';
import { ENDING_JOB, PROJECT_CREATED, type SyncJob } from '#shared/domain/provider-syncs/sync-jobs';
import type { Data } from './data.ts';
import type { StateMachines } from './workflows.ts';

type When = { schedule: Schedule; every: Duration; description: string };
/**
 * Each hourly job starts at a different minute of the hour. Two jobs that start together would wait for each other at
 * the same provider.
 */
const hourlyAt = (minute: number): Pick<When, 'schedule' | 'every'> => ({
  schedule: Schedule.cron({ minute: String(minute) }),
  every: Duration.hours(1),
});
const EVERY_MINUTE = Duration.minutes(1);

const SCHEDULES: Record<SyncJob, When> = {
  // Runs every minute, so that users get access soon after their first sign-in. Each provider has a setting for how
  // often all pending users are looked up (S0-293).
  sync_keycloak_users: {
    schedule: Schedule.rate(EVERY_MINUTE),
    every: EVERY_MINUTE,
    description: 'Adds users to groups if the users got access before their first sign-in',
  },
  sync_rancher_roles: { ...hourlyAt(5), description: 'Keeps the roles of each Rancher' },
  sync_importable_clusters: {
    ...hourlyAt(12),
    description: 'Records clusters in each Rancher that Paddock does not know',
  },
  delete_leftover_keycloak_groups: {
    ...hourlyAt(20),
    description: 'Removes unused groups, and restores groups that were removed by hand',
  },
  delete_leftover_keycloak_memberships: {
    ...hourlyAt(35),
    description: 'Removes members without access from groups, and restores members with access',
  },
  sync_rancher_group_bindings: { ...hourlyAt(50), description: 'Repairs the role bindings of groups in Rancher' },
  // Runs every five minutes, because a role that was removed in Paddock must not stay in Rancher for an hour.
  sync_rancher_users: {
    schedule: Schedule.rate(Duration.minutes(5)),
    every: Duration.minutes(5),
    description: 'Syncs roles to each Rancher: accounts, and their roles in clusters',
  },
  // Events in `ACCESS_ENDS` start this job at once. The scheduled run removes expired accounts, whose keys Rancher has
  // ended by then, and ends what an event missed.
  end_cluster_access: {
    schedule: Schedule.rate(Duration.minutes(5)),
    every: Duration.minutes(5),
    description: 'Deletes accounts in each Rancher whose access to a cluster has ended',
  },
  // Runs every minute, so that a change of a global catalog reaches the clusters within a minute. Without a change,
  // the catalogs in the clusters are compared with the global catalogs once an hour.
  sync_global_catalogs: {
    schedule: Schedule.rate(EVERY_MINUTE),
    every: EVERY_MINUTE,
    description: 'Copies global catalogs into the clusters of their providers',
  },
  // Events in `MEMBERS_CHANGE` start this job at once. The scheduled run handles events that arrived during an earlier
  // run.
  sync_project_members: {
    schedule: Schedule.rate(Duration.minutes(5)),
    every: Duration.minutes(5),
    description: 'Keeps members, groups and roles of projects in shared clusters',
  },
  serve_remote_orders: {
    schedule: Schedule.rate(EVERY_MINUTE),
    every: EVERY_MINUTE,
    description: 'Carries out orders of remote Waldurs, and reports how they ended',
  },
  sync_remote_resources: {
    schedule: Schedule.rate(Duration.minutes(5)),
    every: Duration.minutes(5),
    description: 'Takes over projects of site agents, and refreshes resources in remote Waldurs',
  },
  // Runs a quarter of an hour after usages are measured.
  report_remote_usages: { ...hourlyAt(42), description: 'Reports usages of projects to remote Waldurs' },
  sync_project_usages: { ...hourlyAt(27), description: 'Measures what projects in shared clusters use' },
};

/** Names of the events after which the members of a project's group may have to change. */
const MEMBERS_CHANGE: readonly string[] = ['role_granted', 'role_revoked', PROJECT_CREATED];
/** Names of the events after which a user may have lost a role in clusters. An update may end the rights of staff. */
const ACCESS_ENDS: readonly string[] = [
  'role_revoked',
  'role_updated',
  'user_deactivated',
  'user_update_succeeded',
  'user_deletion_succeeded',
];

/** Schedules of the jobs that sync access to clusters (S0-141 to S0-145). */
export class AccessSyncs extends Construct {
  constructor(scope: Construct, id: string, { data, workflows }: { data: Data; workflows: StateMachines }) {
    super(scope, id);
    const machine = workflows.get('sync-access');
    const starts = new PolicyDocument({ statements: grants.startMachine(machine.stateMachineArn) });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('events.amazonaws.com'),
      inlinePolicies: { own: starts },
    }).withoutPolicyUpdates();
    for (const [job, when] of Object.entries(SCHEDULES)) {
      const deadLetterQueue = data.deadLetters;
      new MachineSchedule(this, job, { ...when, machine, role, deadLetterQueue, input: { job } });
    }
    const startAtOnce = (rule: string, job: SyncJob, eventNames: readonly string[], description: string) =>
      new Rule(this, rule, {
        description,
        eventBus: data.bus,
        eventPattern: { source: ['paddock'], detailType: [...eventNames] },
        targets: [
          new SfnStateMachine(machine, {
            input: RuleTargetInput.fromObject({ job, correlationId: EventField.eventId }),
            role,
            deadLetterQueue: data.deadLetters,
            retryAttempts: 2,
            maxEventAge: SCHEDULES[job].every,
          }),
        ],
      });
    startAtOnce(
      'ProjectMembersChanged',
      'sync_project_members',
      MEMBERS_CHANGE,
      'Grants and revokes access to projects in shared clusters, without delay',
    );
    startAtOnce('AccessEnded', ENDING_JOB, ACCESS_ENDS, 'Ends access to clusters, without delay');
  }
}
