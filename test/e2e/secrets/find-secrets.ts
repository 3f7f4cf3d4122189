/** A text that must not be found. `kind` groups such texts. Failure messages show `kind` instead of the text. */
export type KnownSecret = { kind: string; value: string };
export type Place = { name: string; text: string };
export type Finding = { kind: string; place: string; around: string };

/**
 * The minimum length of a text in the search. Shorter texts would match by chance. The search indexes the texts by
 * their first `BEGINNING` characters.
 */
const SHORTEST = 10;
const BEGINNING = 8;
/**
 * Base64 encodes groups of three bytes. A secret within a longer text can begin at any of these offsets in its group.
 */
const OFFSETS = [0, 1, 2];

/**
 * Returns the whole value. If the value is `name:secret`, in plain text or as Basic authentication, also returns the
 * secret alone.
 */
export function partsOf(value: string): string[] {
  const decoded = Buffer.from(value, 'base64').toString();
  const isBasic = /^[\x21-\x7e]+:[\x21-\x7e]+$/.test(decoded) && Buffer.from(decoded).toString('base64') === value;
  return [value, ...[value, ...(isBasic ? [decoded] : [])].flatMap(secretHalf)];
}

const secretHalf = (value: string): string[] => {
  const half = /^[\w.-]+:(\S+)$/.exec(value)?.[1];
  return half === undefined ? [] : [half];
};

const quoted = (value: string): string => JSON.stringify(value).slice(1, -1);

/**
 * All encodings of a value: plain, in JSON, in JSON inside JSON, in a URL, and within a longer base64 text in either
 * alphabet.
 */
export function spellingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const encoded = OFFSETS.map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // the first and last groups also encode neighbouring bytes, so they are cut off
    return text.slice(offset === 0 ? 0 : offset + 1, (offset + bytes.length) % 3 === 0 ? undefined : -1);
  });
  const inBase64 = encoded.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
  const spellings = [value, quoted(value), quoted(quoted(value)), encodeURIComponent(value), ...inBase64];
  return [...new Set(spellings)].filter((spelling) => spelling.length >= SHORTEST);
}

type Needle = { kind: string; spelling: string };

/** Finds all secrets in one pass, because there are thousands of secrets and tens of megabytes of text. */
export function secretFinder(secrets: readonly KnownSecret[]): (place: Place) => Finding[] {
  const needles = new Map<string, Needle[]>();
  for (const { kind, value } of secrets) {
    for (const spelling of new Set(partsOf(value).flatMap(spellingsOf))) {
      const beginning = spelling.slice(0, BEGINNING);
      needles.set(beginning, [...(needles.get(beginning) ?? []), { kind, spelling }]);
    }
  }
  return ({ name, text }) => {
    const findings = new Map<string, Finding>();
    for (let at = 0; at <= text.length - BEGINNING; at++) {
      const candidates = needles.get(text.slice(at, at + BEGINNING)) ?? [];
      for (const { kind, spelling } of candidates) {
        if (!text.startsWith(spelling, at)) continue;
        const around = `${text.slice(Math.max(0, at - 120), at)}<${kind}>`;
        findings.set(`${kind} ${spelling}`, { kind, place: name, around });
      }
    }
    return [...findings.values()];
  };
}
