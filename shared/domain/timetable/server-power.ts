/**
 * What to do next with a server that has to be stopped or started. `stuck`: somebody has to repair or delete the
 * server.
 */
export type PowerVerdict = 'done' | 'ask' | 'wait' | 'stuck';

type Power = { status: string; taskState?: string | undefined };

/**
 * Nova can stop a server in ERROR. Paddock stops such a server too, because its virtual machine may still be running.
 */
export function stopVerdict({ status, taskState }: Power): PowerVerdict {
  if (taskState !== undefined) return 'wait';
  if (status === 'SHUTOFF') return 'done';
  return status === 'ACTIVE' || status === 'ERROR' ? 'ask' : 'wait';
}

/** Nova does not start a server in ERROR. When the cluster is awake, the node of this server counts as lost. */
export function startVerdict({ status, taskState }: Power): PowerVerdict {
  if (status === 'ERROR') return 'stuck';
  if (taskState !== undefined) return 'wait';
  if (status === 'ACTIVE') return 'done';
  return status === 'SHUTOFF' ? 'ask' : 'wait';
}
