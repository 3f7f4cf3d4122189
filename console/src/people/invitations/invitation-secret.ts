const PAGE = /\/invitation\/([0-9a-f]{32})/;
const keyOf = (uuid: string): string => `invitation ${uuid}`;

/**
 * Keeps the secret of an invitation, which the e-mail has behind `#`. Browsers send that part to no server. The secret
 * works once. The tab keeps it while its user signs in, because the way leads over the identity provider.
 */
export function keepInvitation({ pathname, hash }: Location): void {
  const [, uuid] = PAGE.exec(pathname) ?? [];
  if (uuid === undefined || hash.length < 2) return;
  globalThis.sessionStorage.setItem(keyOf(uuid), hash.slice(1));
  globalThis.history.replaceState(null, '', pathname);
}

/** The secret that the tab has kept. Empty if there is none. */
export const keptSecret = (uuid: string): string => globalThis.sessionStorage.getItem(keyOf(uuid)) ?? '';

/** Called when the secret was used. */
export const forgetInvitation = (uuid: string): void => globalThis.sessionStorage.removeItem(keyOf(uuid));
