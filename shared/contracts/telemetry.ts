/**
 * Every name that operators search, graph or are woken by: code says it, dashboard and alarms listen to it (test/infra
 * compares). Renaming one ends its history.
 */
export const METRIC_NAMESPACE = 'Paddock';

/** Stages share an account: every metric of ours has this dimension first. */
export const STAGE_DIMENSION = 'Stage';

/**
 * `by`: the further dimensions, one time series for each list and its values. What may take many values stands alone, because
 * every combination that occurs is paid for. A duration's sample count is the number of what was timed.
 */
export const METRICS = {
  /** From an order's acceptance to the start of its state machine. */
  DispatchDelay: { unit: 'Milliseconds', by: [[]] },
  /** What the stream should have dispatched and the schedule found, minutes later. */
  OutboxDispatchedLate: { unit: 'Count', by: [[]] },
  /** Rows of the outbox that nobody can read, as long as they are there. */
  OutboxUnreadable: { unit: 'Count', by: [[]] },
  OrdersDone: { unit: 'Count', by: [['Type']] },
  /** By `last_error.code`, and by who can mend it. */
  OrdersErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Operations on single nodes that failed, in the same way. */
  NodesErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Upgrades that failed, in the same way. */
  UpgradesErred: { unit: 'Count', by: [['Code'], ['Owner']] },
  /** Orders, upgrades, and operations on nodes, that nobody worked on any more and a schedule ended; they are counted where they failed, too. */
  OrdersRescued: { unit: 'Count', by: [[]] },
  /** Clouds and clusters that a pass of the watch could not look at. */
  WatchFailures: { unit: 'Count', by: [[]] },
  /** Nodes that autohealing began to make, and clusters where it left something to people. */
  HealingStarted: { unit: 'Count', by: [[]] },
  HealingHeld: { unit: 'Count', by: [[]] },
  /** Passes over a provider's groups, members, roles or bindings that came to nothing, tried again and again. */
  SyncFailures: { unit: 'Count', by: [['Job']] },
  /** Passes that would have taken away more than they may, and did not. */
  SyncsStopped: { unit: 'Count', by: [[]] },
  /** From the approval of the order to `OK`. */
  ClusterCreationDuration: { unit: 'Seconds', by: [[]] },
  /** One attempt, whatever its end. A watch step's sample count is the number of looks. */
  StepDuration: { unit: 'Milliseconds', by: [['Step']] },
  /** Attempts that failed, without lost races and superseded operations, which are expected. */
  StepFailures: { unit: 'Count', by: [['Step'], ['Step', 'Error']] },
  /** Waits that ended at their deadline, by the step that waited. */
  WaitsTimedOut: { unit: 'Count', by: [['Step']] },
  /** One request; failed ones too. */
  BackendLatency: { unit: 'Milliseconds', by: [['Backend']] },
  /** Requests that failed through the backend's or the operator's fault; "not found" and "conflict" are answers. */
  BackendFailures: { unit: 'Count', by: [['Backend', 'Error']] },
  MailsSent: { unit: 'Count', by: [[]] },
  /** Attempts that failed at e-mails that have failed for a quarter of an hour. */
  MailsUndelivered: { unit: 'Count', by: [[]] },
  /** Calls with a credential that nobody ever had; those that are told to wait, too. */
  BadCredentials: { unit: 'Count', by: [[]] },
  /** Calls of ours that ended because a backend does not take our credential. */
  CredentialsRefused: { unit: 'Count', by: [[]] },
} as const satisfies Readonly<
  Record<string, { unit: 'Count' | 'Milliseconds' | 'Seconds'; by: readonly (readonly string[])[] }>
>;

export type MetricName = keyof typeof METRICS;
/** The dimensions to be given with a metric. */
export type DimensionsOf<M extends MetricName> = Readonly<Record<(typeof METRICS)[M]['by'][number][number], string>>;

/** Messages of log lines; what differs from line to line is in their fields. */
export const LOG = {
  answered: 'answered',
  backendFailed: 'backend failed',
  tooManyBadCredentials: 'too many bad credentials',
  badCredentialNotCounted: 'bad credential not counted',
  tokenUseNotKept: 'token use not kept',
  nodesNotTakenIn: 'nodes of an imported cluster not taken in',
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
  hookDelivered: 'hook delivered',
  hookNotDelivered: 'hook not delivered',
  mailSent: 'mail sent',
  mailNotSent: 'mail not sent',
  mailNotTried: 'mail not tried',
  mailDropped: 'mail dropped',
  syncDone: 'pass done',
  syncStopped: 'pass would have removed too much',
  syncFailed: 'pass failed',
  recordNotSynced: 'record not synced',
  usageMonthNotTurned: 'usage month not turned',
  nodePhonedHome: 'node phoned home',
  phoneHomeFailed: 'phone-home failed',
  eventNotPublished: 'event not published',
  eventUnreadable: 'event unreadable',
  hooksNotQueued: 'hooks not told',
  refusalNotRecorded: 'refusal not told',
  clusterSpokenOf: 'webhook spoke of a waiting cluster',
  webhookSecretMissing: 'webhook secret missing',
} as const;
