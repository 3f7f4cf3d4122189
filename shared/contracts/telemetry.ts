/**
 * All names that operators search for, graph or get alarms from. Code writes them, dashboard and alarms read them
 * (test/infra compares). A renamed metric loses its history.
 */
export const METRIC_NAMESPACE = 'Paddock';

/** Stages share an account, so each of our metrics has this dimension first. */
export const STAGE_DIMENSION = 'Stage';

/**
 * `by`: the further dimensions, one time series for each list and its values. A dimension with many values stands
 * alone, because every combination is charged. The sample count of a duration is the number of measurements.
 */
export const METRICS = {
  /** From the acceptance of an order to the start of its state machine. */
  DispatchDelay: { unit: 'Milliseconds', by: [[]] },
  /** Rows that the stream missed and the schedule dispatched minutes later. */
  OutboxDispatchedLate: { unit: 'Count', by: [[]] },
  /** Unreadable rows of the outbox, counted as long as they exist. */
  OutboxUnreadable: { unit: 'Count', by: [[]] },
  OrdersDone: { unit: 'Count', by: [['Type']] },
  /** By `last_error.code`, and by who can fix it. */
  OrdersErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Failed operations on single nodes, with the same dimensions. */
  NodesErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Failed upgrades, with the same dimensions. */
  UpgradesErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Clusters that could not be hibernated or woken, with the same dimensions. */
  HibernationsErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Abandoned orders, upgrades and node operations that a schedule ended. They are counted as failures too. */
  OrdersRescued: { unit: 'Count', by: [[]] },
  /** Clouds and clusters that a run of the watch could not read. */
  WatchFailures: { unit: 'Count', by: [[]] },
  /** Nodes that autohealing started to make, and clusters that it left to operators. */
  HealingStarted: { unit: 'Count', by: [[]] },
  HealingHeld: { unit: 'Count', by: [[]] },
  /** Failed runs of sync jobs for groups, members, roles or bindings of a provider. They are retried. */
  SyncFailures: { unit: 'Count', by: [['Job']] },
  /** Runs that stopped because they would have removed more than allowed. */
  SyncsStopped: { unit: 'Count', by: [[]] },
  /** From the approval of the order to `OK`. */
  ClusterCreationDuration: { unit: 'Seconds', by: [[]] },
  /** One attempt, successful or not. The sample count of a watch step is its number of checks. */
  StepDuration: { unit: 'Milliseconds', by: [['Step']] },
  /** Failed attempts, without version conflicts and superseded operations, which are normal. */
  StepFailures: { unit: 'Count', by: [['Step'], ['Step', 'Error']] },
  /** Waits that ended at their deadline, by the waiting step. */
  WaitsTimedOut: { unit: 'Count', by: [['Step']] },
  /** One request, successful or not. */
  BackendLatency: { unit: 'Milliseconds', by: [['Backend']] },
  /** Requests that failed because of the backend or the operator. "Not found" and "conflict" are normal answers. */
  BackendFailures: { unit: 'Count', by: [['Backend', 'Error']] },
  MailsSent: { unit: 'Count', by: [[]] },
  /** Failed attempts to send e-mails that have failed for a quarter of an hour. */
  MailsUndelivered: { unit: 'Count', by: [[]] },
  /** Calls with a credential that never existed, including calls that got a 429. */
  BadCredentials: { unit: 'Count', by: [[]] },
  /** Our calls that failed because a backend refused our credential. */
  CredentialsRefused: { unit: 'Count', by: [[]] },
} as const satisfies Readonly<
  Record<string, { unit: 'Count' | 'Milliseconds' | 'Seconds'; by: readonly (readonly string[])[] }>
>;

export type MetricName = keyof typeof METRICS;
/** The dimensions that a metric needs. */
export type DimensionsOf<M extends MetricName> = Readonly<Record<(typeof METRICS)[M]['by'][number][number], string>>;

/** Messages of log lines. Values that differ are in the fields of a line. */
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
  clusterNotWatched: 'cluster or cloud not watched',
  clusterHealed: 'cluster healed',
  clusterNotHealed: 'cluster not healed',
  timetableKept: 'timetable kept',
  timetableNotKept: 'timetable not kept',
  hookDelivered: 'hook delivered',
  hookNotDelivered: 'hook not delivered',
  mailSent: 'mail sent',
  mailNotSent: 'mail not sent',
  mailNotTried: 'mail not attempted',
  mailDropped: 'mail dropped',
  syncDone: 'pass done',
  syncStopped: 'sync would have removed too much',
  syncFailed: 'pass failed',
  recordNotSynced: 'record not synced',
  usageMonthNotTurned: 'usage month not closed',
  nodePhonedHome: 'node phoned home',
  phoneHomeFailed: 'phone-home failed',
  eventNotPublished: 'event not published',
  eventUnreadable: 'event unreadable',
  hooksNotQueued: 'hooks not queued',
  refusalNotRecorded: 'refusal not recorded',
  clusterSpokenOf: 'webhook named a waiting cluster',
  webhookSecretMissing: 'webhook secret missing',
} as const;
