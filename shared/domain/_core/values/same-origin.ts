/** The address without user names, and with the usual port of its scheme left out. Undefined if it is no URL. */
function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host } = new URL(address);
  // A host is needed: `charts.example.org:8443` parses as a URL without one.
  return host === '' ? undefined : `${protocol}//${host.toLowerCase()}`;
}

/** The user and host of an address as Git writes it, such as `git@example.org:charts.git`. */
const scpHostOf = (address: string): string | undefined => /^(?:[^/@:]+@)?([^/@:]+):(?!\/\/)/.exec(address)?.[1];

/**
 * Whether two addresses have the same scheme, host and port. A credential that somebody stored for the one address may
 * be sent to the other only then. Addresses that cannot be compared have the same origin only if they are equal.
 */
export function isSameOrigin(before: string, after: string): boolean {
  if (before === after) return true;
  const [one, other] = [originOf(before), originOf(after)];
  if (one !== undefined || other !== undefined) return one === other;
  const host = scpHostOf(before);
  return host !== undefined && host.toLowerCase() === scpHostOf(after)?.toLowerCase();
}
