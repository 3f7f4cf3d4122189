/**
 * All names by which operators find logs and metrics. Code writes logs and metrics under these names, and the dashboard
 * and the alarms read them (a test in test/infra checks that the names match). A metric that gets a new name loses its
 * history.
 */
export const METRIC_NAMESPACE = 'Paddock';

/** The first dimension of each metric, because several stages may share an account. */
export const STAGE_DIMENSION = 'Stage';

/**
 * The metrics. Each list in `by` names dimensions. Each combination of their values is one time series. AWS charges for
 * each time series, so a dimension with many values has a list of its own. To count the measurements of a duration, use
 * CloudWatch's statistic SampleCount.
 */
export const METRICS = {
  /** Time from the acceptance of an order to the start of its state machine. */
  DispatchDelay: { unit: 'Milliseconds', by: [[]] },
  /** Outbox rows that the stream missed and that the scheduled job `dispatch-lost` dispatched minutes later. */
  OutboxDispatchedLate: { unit: 'Count', by: [[]] },
  /**
   * Rows of the outbox that cannot be parsed. Each run of the scheduled job `dispatch-lost` counts them until somebody
   * has removed them.
   */
  OutboxUnreadable: { unit: 'Count', by: [[]] },
  OrdersDone: { unit: 'Count', by: [['Type']] },
  /** Failed orders, by `last_error.code` and by the party that can remove the cause. */
  OrdersErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Failed operations on single nodes. The dimensions are those of `OrdersErred`. */
  NodesErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /**
   * Failed upgrades of clusters and failed rotations of their certificates. The dimensions are those of `OrdersErred`.
   */
  UpgradesErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Clusters that could not be hibernated or woken. The dimensions are those of `OrdersErred`. */
  HibernationsErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /**
   * Orders, upgrades and node operations that a scheduled job ended, because their execution had ended or never began.
   * They are also counted as failed.
   */
  OrdersRescued: { unit: 'Count', by: [[]] },
  /** Clouds and clusters that the scheduled job `watch-clusters` could not read in one run. */
  WatchFailures: { unit: 'Count', by: [[]] },
  /** Clusters that a run of `watch-clusters` left to later runs, because its time was over. */
  WatchLeft: { unit: 'Count', by: [[]] },
  /**
   * `HealingStarted` counts nodes that autohealing started to replace. `HealingHeld` counts clusters in which
   * autohealing did not replace a lost node.
   */
  HealingStarted: { unit: 'Count', by: [[]] },
  HealingHeld: { unit: 'Count', by: [[]] },
  /**
   * `StateBackups` counts attempts to copy a cluster's objects from its management cluster, by result: made, skipped or
   * failed. `StateBackupsLate` counts clusters that were not copied in the last two days.
   */
  StateBackups: { unit: 'Count', by: [['Result']] },
  StateBackupsLate: { unit: 'Count', by: [[]] },
  /** Failed runs of the jobs that sync a provider's groups, members, roles or bindings. A failed run is retried. */
  SyncFailures: { unit: 'Count', by: [['Job']] },
  /** Runs of sync jobs that were stopped, because they would have removed more objects than allowed. */
  SyncsStopped: { unit: 'Count', by: [[]] },
  /** Time from the approval of an order until the cluster is `OK`. */
  ClusterCreationDuration: { unit: 'Seconds', by: [[]] },
  /**
   * Duration of one attempt of a step, successful or not. For a watch step, the sample count is the number of checks.
   */
  StepDuration: { unit: 'Milliseconds', by: [['Step']] },
  /** Failed attempts of steps. Version conflicts and superseded operations are not counted, because they are normal. */
  StepFailures: { unit: 'Count', by: [['Step'], ['Step', 'Error']] },
  /** Waits that have reached their deadline, by the step that waited. */
  WaitsTimedOut: { unit: 'Count', by: [['Step']] },
  /** Duration of one request to a backend, successful or not. */
  BackendLatency: { unit: 'Milliseconds', by: [['Backend']] },
  /**
   * Requests that failed because of the backend or its operator. The answers "not found" and "conflict" are not
   * counted, because they are normal.
   */
  BackendFailures: { unit: 'Count', by: [['Backend', 'Error']] },
  MailsSent: { unit: 'Count', by: [[]] },
  /** Failed attempts to send e-mails. Attempts are counted only when an e-mail has failed for a quarter of an hour. */
  MailsUndelivered: { unit: 'Count', by: [[]] },
  /** Calls with a credential that never existed. Calls that were answered with 429 count, too. */
  BadCredentials: { unit: 'Count', by: [[]] },
  /** Calls of Paddock that a backend has refused because of Paddock's credential. */
  CredentialsRefused: { unit: 'Count', by: [[]] },
} as const satisfies Readonly<
  Record<string, { unit: 'Count' | 'Milliseconds' | 'Seconds'; by: readonly (readonly string[])[] }>
>;

export type MetricName = keyof typeof METRICS;
/** The dimensions that code must give with a metric. */
export type DimensionsOf<M extends MetricName> = Readonly<Record<(typeof METRICS)[M]['by'][number][number], string>>;

/** Messages of log lines. A message is a fixed text. Values are in the other fields of the line. */
export const LOG = {
  answered: 'answered',
  backendFailed: 'backend failed',
  tooManyBadCredentials: 'too many bad credentials',
  badCredentialNotCounted: 'bad credential not counted',
  tokenUseNotKept: 'token use not recorded',
  nodesNotTakenIn: 'nodes of an imported cluster not recorded',
  pullAfterImportFailed: 'pull after import failed',
  unexpectedFailure: 'unexpected failure',
  operationDispatched: 'operation dispatched',
  operationNotDispatched: 'operation not dispatched',
  outboxRowUnreadable: 'outbox row unreadable',
  orderRescued: 'order rescued',
  orderNotRescued: 'order not rescued',
  stepDone: 'step done',
  stepFailed: 'step failed',
  serverAdopted: 'server adopted',
  argocdAccessNotRenewed: 'Argo CD access not renewed',
  endedRoleNotRevoked: 'ended role not revoked',
  remoteProjectMissing: 'project of a remote resource not in Rancher',
  clusterNotWatched: 'cluster or cloud not watched',
  clusterNotCopied: 'cluster not copied',
  clusterRestored: 'cluster restored',
  clusterHealed: 'cluster healed',
  clusterNotHealed: 'cluster not healed',
  alertNode: 'node for an alert',
  timetableKept: 'timetable kept',
  timetableNotKept: 'timetable not kept',
  hookDelivered: 'hook delivered',
  hookNotDelivered: 'hook not delivered',
  mailSent: 'mail sent',
  mailNotSent: 'mail not sent',
  mailNotTried: 'mail not attempted',
  mailDropped: 'mail dropped',
  runSkipped: 'another run of the job is at work',
  syncDone: 'pass done',
  syncStopped: 'sync would have removed too much',
  syncFailed: 'pass failed',
  projectWithoutGroup: 'project without its group',
  recordNotSynced: 'record not synced',
  userNotInKeycloak: 'user not in Keycloak',
  usageMonthNotTurned: 'usage month not closed',
  nodePhonedHome: 'node phoned home',
  phoneHomeFailed: 'phone-home failed',
  eventNotPublished: 'event not published',
  eventUnreadable: 'event unreadable',
  hooksNotQueued: 'hooks not queued',
  refusalNotRecorded: 'refusal not recorded',
  clusterSpokenOf: 'webhook named a waiting cluster',
  webhookSecretMissing: 'webhook secret missing',
  relaysNotSynced: 'relays not synced',
} as const;
