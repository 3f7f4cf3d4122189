/** The oldest and the newest minor version of Magnum's API 1 that Paddock supports. */
export const OLDEST = 1;
export const NEWEST = 14;

/**
 * Names of the service that clients may send: Keystone's name and the official name. Magnum's answers have the official
 * name.
 */
const SERVICES = ['container-infra', 'container-infrastructure-management'];
const OFFICIAL = 'container-infrastructure-management';

/**
 * Reads the header `OpenStack-API-Version`. The header may name versions of several services, separated by commas. If
 * it names no version of Magnum, returns the oldest minor version. Returns undefined for a version that Paddock does
 * not support.
 */
export function parseMicroversion(header: string | undefined): number | undefined {
  const asked = (header ?? '').split(',').map((item) => item.trim().split(/\s+/));
  const version = asked.find(([service = '']) => SERVICES.includes(service.toLowerCase()))?.[1];
  if (version === undefined) return OLDEST;
  if (version.toLowerCase() === 'latest') return NEWEST;
  const minor = Number(/^1\.(\d{1,3})$/.exec(version)?.[1]);
  return minor >= OLDEST && minor <= NEWEST ? minor : undefined;
}

/** Headers of every answer. `minor` is the version of the answer. */
export const versionHeaders = (minor: number | undefined): Record<string, string> => ({
  ...(minor !== undefined && { 'OpenStack-API-Version': `${OFFICIAL} 1.${minor}` }),
  'OpenStack-API-Minimum-Version': `${OFFICIAL} 1.${OLDEST}`,
  'OpenStack-API-Maximum-Version': `${OFFICIAL} 1.${NEWEST}`,
  vary: 'OpenStack-API-Version',
});
