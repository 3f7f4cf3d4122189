/** What to do about a server that is to be stopped or started. `stuck`: somebody has to repair or delete the server. */
export type PowerVerdict = 'done' | 'ask' | 'wait' | 'stuck';

type Power = { status: string; taskState?: string | undefined };

/** Nova also stops a server that is in ERROR. This is requested because the virtual machine may still run. */
export function stopVerdict({ status, taskState }: Power): PowerVerdict {
  if (taskState !== undefined) return 'wait';
  if (status === 'SHUTOFF') return 'done';
  return status === 'ACTIVE' || status === 'ERROR' ? 'ask' : 'wait';
}

/** Nova does not start a server that is in ERROR. Once the cluster is awake, the server's node counts as lost. */
export function startVerdict({ status, taskState }: Power): PowerVerdict {
  if (status === 'ERROR') return 'stuck';
  if (taskState !== undefined) return 'wait';
  if (status === 'ACTIVE') return 'done';
  return status === 'SHUTOFF' ? 'ask' : 'wait';
}
