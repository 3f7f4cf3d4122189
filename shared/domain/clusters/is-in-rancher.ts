/** False if somebody has removed the cluster in Rancher: it is gone or being deleted. */
export const isInRancher = <T extends { state: string }>(remote: T | undefined): remote is T =>
  remote !== undefined && remote.state !== 'removing';
