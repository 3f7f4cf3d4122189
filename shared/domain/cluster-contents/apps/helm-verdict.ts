/** The state of a Helm operation in Rancher. `message` is Rancher's text about a failure. */
export type HelmOperation = { isRunning: boolean; isFailed: boolean; message: string };

/** An installed release, as Rancher shows it. */
export type FoundApp = {
  /** Helm's status of the release: `deployed`, `failed`, `pending-install`, … */
  status: string;
  description: string;
  /** Number of the revision. Each installation, upgrade and rollback makes a new revision. */
  revision: number;
  chart: string;
  version: string;
  /** Annotations of the chart, and annotations that Rancher has added for the installation. */
  annotations: Record<string, string>;
};

export type HelmVerdict = { kind: 'waiting' } | { kind: 'deployed' } | { kind: 'failed'; reason: string };

const WAITING: HelmVerdict = { kind: 'waiting' };

/** Rancher shows only the exit code of an operation. If the release has failed, its description says more. */
function reasonOf(operation: HelmOperation, app: FoundApp | undefined): string {
  if (app?.status === 'failed' && app.description !== '') return app.description;
  const code = operation.message.trim();
  return code === '' ? 'Helm failed.' : `Helm failed: ${code}`;
}

/**
 * The result of a Helm operation, read from the operation and its release. A deployed release counts as success even if
 * the operation has failed. The reason: after a lost answer the request may be sent again, and the second operation
 * then fails. If Rancher no longer lists the operation, only the release is read.
 * @param app the release; undefined if the current revision is not from this operation
 */
export function helmVerdict(operation: HelmOperation | undefined, app: FoundApp | undefined): HelmVerdict {
  if (app?.status === 'deployed') return { kind: 'deployed' };
  if (operation?.isRunning) return WAITING;
  if (operation?.isFailed) return { kind: 'failed', reason: reasonOf(operation, app) };
  if (app?.status === 'failed') return { kind: 'failed', reason: app.description || 'Helm failed.' };
  return WAITING;
}
