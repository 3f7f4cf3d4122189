/** How far a Helm operation of Rancher is. `message` says why it failed, in Rancher's words. */
export type HelmOperation = { isRunning: boolean; isFailed: boolean; message: string };

/** An installed release, as Rancher shows it. */
export type FoundApp = {
  /** Helm's: `deployed`, `failed`, `pending-install`, … */
  status: string;
  description: string;
  /** Counts installation, upgrades and roll backs. */
  revision: number;
  chart: string;
  version: string;
  /** Annotations of the chart, to which Rancher adds those of the installation. */
  annotations: Record<string, string>;
};

export type HelmVerdict = { kind: 'waiting' } | { kind: 'deployed' } | { kind: 'failed'; reason: string };

const WAITING: HelmVerdict = { kind: 'waiting' };

/** Rancher shows the pod's exit code only. The release says more, if there is one. */
function reasonOf(operation: HelmOperation, app: FoundApp | undefined): string {
  if (app?.status === 'failed' && app.description !== '') return app.description;
  const code = operation.message.trim();
  return code === '' ? 'Helm failed.' : `Helm failed: ${code}`;
}

/**
 * What an operation and its release say together. The release comes first: after a lost answer the same request may
 * have been made twice, and the second one fails. An operation that Rancher no longer has is over.
 * @param app only the revision that the operation has made
 */
export function helmVerdict(operation: HelmOperation | undefined, app: FoundApp | undefined): HelmVerdict {
  if (app?.status === 'deployed') return { kind: 'deployed' };
  if (operation?.isRunning) return WAITING;
  if (operation?.isFailed) return { kind: 'failed', reason: reasonOf(operation, app) };
  if (app?.status === 'failed') return { kind: 'failed', reason: app.description || 'Helm failed.' };
  return WAITING;
}
