/** What to do about a server that is to be stopped, or started. `stuck`: only people, or its removal, can help. */
export type PowerVerdict = 'done' | 'ask' | 'wait' | 'stuck';

type Power = { status: string; taskState?: string | undefined };

/** Nova stops a server that is in ERROR, too: a machine may run behind it. */
export function stopVerdict({ status, taskState }: Power): PowerVerdict {
  if (taskState !== undefined) return 'wait';
  if (status === 'SHUTOFF') return 'done';
  return status === 'ACTIVE' || status === 'ERROR' ? 'ask' : 'wait';
}

/** Nova does not start a server that is in ERROR. Its node counts as lost once its cluster is awake. */
export function startVerdict({ status, taskState }: Power): PowerVerdict {
  if (status === 'ERROR') return 'stuck';
  if (taskState !== undefined) return 'wait';
  if (status === 'ACTIVE') return 'done';
  return status === 'SHUTOFF' ? 'ask' : 'wait';
}
