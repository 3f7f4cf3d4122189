/** The oldest and newest minor release of Rancher 2 that Paddock supports (docs/rancher.md). */
const OLDEST = 9;
const NEWEST = 15;

export type RancherSupport = { isSupported: boolean; message: string };

/**
 * Whether Paddock supports a version of Rancher. The version is Rancher's setting `server-version`: `v2.15.0`, or
 * `v2.16-1a2b3c-head` for a build between releases.
 */
export function rancherSupport(version: string): RancherSupport {
  const [, major, minor] = /^v?(\d+)\.(\d+)\b/.exec(version) ?? [];
  const range = `2.${OLDEST} to 2.${NEWEST}`;
  if (major === undefined) {
    return {
      isSupported: true,
      message: `Rancher is a custom build (${version}), which Paddock was not tested with.`,
    };
  }
  if (major !== '2' || Number(minor) < OLDEST) {
    return {
      isSupported: false,
      message: `Rancher ${version} is too old for Paddock: upgrade Rancher to a version from ${range}.`,
    };
  }
  if (Number(minor) > NEWEST) {
    return { isSupported: true, message: `Rancher ${version} answers. Paddock was tested with ${range}.` };
  }
  return { isSupported: true, message: `Rancher ${version} answers.` };
}

const NEEDED = ['multi-cluster-management', 'provisioningv2', 'rke2'] as const;

/** Needed features that are switched off. A feature that Rancher does not list is built in, so it is not missing. */
export const missingFeatures = (features: ReadonlyMap<string, boolean>): string[] =>
  NEEDED.filter((name) => features.get(name) === false);
