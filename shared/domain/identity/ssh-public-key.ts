/** One key of an authorized_keys file: its parts, and its normalized text. */
export type SshPublicKey = {
  type: string;
  /** The key in OpenSSH's wire format. Its fingerprints are computed from these bytes. */
  body: Uint8Array;
  /** The key as text: `type base64` or `type base64 comment`, in printable ASCII on one line. */
  text: string;
};

export const MAX_SSH_KEY = 4000;
const MAX_COMMENT = 255;
const PRINTABLE = /^[ -~]*$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const asciiOf = (bytes: Uint8Array | undefined): string => String.fromCharCode(...(bytes ?? []));

/**
 * The strings in a key's body. Four bytes with the length come before each string (RFC 4251, 5). Undefined if the last
 * string is cut off.
 */
function stringsOf(body: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const strings: Uint8Array[] = [];
  let at = 0;
  while (at < body.length) {
    const start = at + 4;
    if (start > body.length) return undefined;
    at = start + view.getUint32(at);
    if (at > body.length) return undefined;
    strings.push(body.subarray(start, at));
  }
  return strings;
}

type Part = (bytes: Uint8Array) => boolean;
const exactly =
  (length: number): Part =>
  (bytes) =>
    bytes.length === length;
const named =
  (text: string): Part =>
  (bytes) =>
    asciiOf(bytes) === text;
/** Whether a part is an uncompressed point of the curve: the byte 4, and then both coordinates (RFC 5656, 3.1). */
const point =
  (coordinate: number): Part =>
  (bytes) =>
    bytes.length === 1 + 2 * coordinate && bytes[0] === 4;
/**
 * Whether a part is the application name of a security key: `ssh:`, and then a text that the owner may choose
 * (OpenSSH's PROTOCOL.u2f).
 */
const application: Part = (bytes) => bytes.length <= MAX_COMMENT && /^ssh:[ -~]*$/.test(asciiOf(bytes));
/** Whether a part is a positive number without an unnecessary leading zero byte (RFC 4251, 5). */
const isNumber: Part = ([first = 0x80, second = 0]) => first < 0x80 && (first > 0 || second >= 0x80);
/** Whether a part is the modulus of an RSA key. OpenSSH accepts keys of 1024 to 16384 bits. */
const modulus: Part = (bytes) => isNumber(bytes) && bytes.length >= 128 && bytes.length <= 2049;

/**
 * The parts of a key's body after its type. Sources: RFC 8709 for Ed25519, RFC 4253 for RSA, RFC 5656 for ECDSA,
 * PROTOCOL.u2f for security keys.
 */
const SHAPES: Readonly<Record<string, readonly Part[]>> = {
  'ssh-ed25519': [exactly(32)],
  'ssh-rsa': [isNumber, modulus],
  'ecdsa-sha2-nistp256': [named('nistp256'), point(32)],
  'ecdsa-sha2-nistp384': [named('nistp384'), point(48)],
  'ecdsa-sha2-nistp521': [named('nistp521'), point(66)],
  'sk-ssh-ed25519@openssh.com': [exactly(32), application],
  'sk-ecdsa-sha2-nistp256@openssh.com': [named('nistp256'), point(32), application],
};

function isKeyOf(type: string, body: Uint8Array): boolean {
  const shape = Object.hasOwn(SHAPES, type) ? SHAPES[type] : undefined;
  const [name, ...parts] = stringsOf(body) ?? [];
  if (!shape || asciiOf(name) !== type || parts.length !== shape.length) return false;
  return shape.every((fits, index) => fits(parts[index] ?? new Uint8Array()));
}

/**
 * Parses one OpenSSH public key of a type that Waldur allows (`SSH_KEY_ALLOWED_TYPES`). Undefined for everything else,
 * such as options, a second line, or a comment that is not printable ASCII. The check is strict, because machines use
 * the text for their root account.
 */
export function parseSshPublicKey(given: string): SshPublicKey | undefined {
  if (given.length > MAX_SSH_KEY) return undefined;
  const [, type = '', encoded = '', comment = ''] = /^(\S+)[ \t]+(\S+)(?:[ \t]+(.*))?$/.exec(given.trim()) ?? [];
  if (!BASE64.test(encoded) || !PRINTABLE.test(comment) || comment.length > MAX_COMMENT) return undefined;
  const body = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  if (!isKeyOf(type, body)) return undefined;
  const text = [type, btoa(asciiOf(body)), comment].filter(Boolean).join(' ');
  return { type, body, text };
}
