import { createHash } from 'node:crypto';

const hexOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** The longest name that a label of Kubernetes can hold. */
const LONGEST = 63;

/** Parts joined by hyphens; the end of a name that is too long is a digest of the whole in its place. */
export const safeName = (...parts: string[]): string => shortened(parts.join('-'), LONGEST);

/** A machine's hostname, at most so long. cloud-init would cut one with a dot there. */
export const hostnameOf = (name: string, limit: number): string => shortened(name.replaceAll('.', '-'), limit);

function shortened(whole: string, longest: number): string {
  if (whole.length <= longest) return whole;
  // The cut must not leave a hyphen before the one that is added.
  const isGoodCut = /[a-z0-9]/.test(whole.charAt(longest - 7));
  return isGoodCut
    ? `${whole.slice(0, longest - 6)}-${hexOf(whole).slice(0, 5)}`
    : `${whole.slice(0, longest - 7)}-${hexOf(whole).slice(0, 6)}`;
}
