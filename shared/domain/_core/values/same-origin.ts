const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** An address as Git writes it, such as `git@example.org:charts.git`. A port is a number, so it is no path. */
const SCP = /^(?:[^/@:]+@)?([^/@:[]+):(?!\d+\/?$)/;

/**
 * Whether programs disagree about the host of the address. After `https://one.example.org\\@two.example.org/`, browsers
 * and Node go to the first host, but Git and curl to the second.
 */
export const isAmbiguousAddress = (address: string): boolean => address.includes('\\');

/** Scheme, host and port, without user names and without the usual port. Undefined if the text is no address. */
function originOf(address: string): string | undefined {
  if (isAmbiguousAddress(address)) return undefined;
  const hasScheme = SCHEME.test(address);
  const [, scpHost] = (hasScheme ? undefined : SCP.exec(address)) ?? [];
  if (scpHost !== undefined) return `scp://${scpHost.toLowerCase()}`;
  const text = hasScheme ? address : `https://${address}`;
  if (!URL.canParse(text)) return undefined;
  // `origin` is "null" for schemes such as ssh, so it would say nothing about the host.
  const { protocol, host } = new URL(text);
  return host === '' ? undefined : `${protocol}//${host.toLowerCase()}`;
}

/**
 * Whether two addresses have the same scheme, host and port. A credential that somebody stored for the one address may
 * be sent to the other only then. An address without a scheme, such as `registry.example.org:5000`, counts as https.
 * Addresses that cannot be compared have the same origin only if they are equal.
 */
export function isSameOrigin(before: string, after: string): boolean {
  if (before === after) return true;
  const origin = originOf(before);
  return origin !== undefined && origin === originOf(after);
}
