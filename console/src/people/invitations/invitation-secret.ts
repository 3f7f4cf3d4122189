const PAGE = /\/invitation\/([0-9a-f]{32})/;
const keyOf = (uuid: string): string => `invitation ${uuid}`;

/**
 * Keeps the secret of an invitation in the tab's storage, because the sign-in leaves the console for the identity
 * provider. The e-mail's link has the secret after `#`, because browsers do not send this part of a URL to servers. The
 * secret works once.
 */
export function keepInvitation({ pathname, hash }: Location): void {
  const [, uuid] = PAGE.exec(pathname) ?? [];
  if (uuid === undefined || hash.length < 2) return;
  globalThis.sessionStorage.setItem(keyOf(uuid), hash.slice(1));
  globalThis.history.replaceState(null, '', pathname);
}

/** Returns the secret that the tab has kept, or an empty string if there is none. */
export const keptSecret = (uuid: string): string => globalThis.sessionStorage.getItem(keyOf(uuid)) ?? '';

/** Removes the secret from the tab's storage after its use. */
export const forgetInvitation = (uuid: string): void => globalThis.sessionStorage.removeItem(keyOf(uuid));
