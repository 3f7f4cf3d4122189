/** The progress of a Helm operation of Rancher. `message` is Rancher's text about a failure. */
export type HelmOperation = { isRunning: boolean; isFailed: boolean; message: string };

/** An installed release, as Rancher shows it. */
export type FoundApp = {
  /** Helm's status of the release: `deployed`, `failed`, `pending-install`, … */
  status: string;
  description: string;
  /** Number of the revision. An installation, an upgrade and a rollback each make a new revision. */
  revision: number;
  chart: string;
  version: string;
  /** Annotations of the chart and, added by Rancher, annotations of the installation. */
  annotations: Record<string, string>;
};

export type HelmVerdict = { kind: 'waiting' } | { kind: 'deployed' } | { kind: 'failed'; reason: string };

const WAITING: HelmVerdict = { kind: 'waiting' };

/** Of an operation Rancher shows only the exit code of its pod. A failed release has a better description. */
function reasonOf(operation: HelmOperation, app: FoundApp | undefined): string {
  if (app?.status === 'failed' && app.description !== '') return app.description;
  const code = operation.message.trim();
  return code === '' ? 'Helm failed.' : `Helm failed: ${code}`;
}

/**
 * The result of a Helm operation, from the operation and its release. The state of the release counts first: if an
 * answer was lost, the same request may have been sent twice, and the second operation fails. If Rancher no longer
 * lists the operation, only the release counts.
 * @param app the release, only in the revision that the operation has made
 */
export function helmVerdict(operation: HelmOperation | undefined, app: FoundApp | undefined): HelmVerdict {
  if (app?.status === 'deployed') return { kind: 'deployed' };
  if (operation?.isRunning) return WAITING;
  if (operation?.isFailed) return { kind: 'failed', reason: reasonOf(operation, app) };
  if (app?.status === 'failed') return { kind: 'failed', reason: app.description || 'Helm failed.' };
  return WAITING;
}
