import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADA_KEY, GENERATED_KEYS } from '#test/ssh-keys';
import { parseSshPublicKey } from './ssh-public-key.ts';

/** A string in OpenSSH's wire format: four bytes of length, then the string. */
const wire = (bytes: string | Uint8Array): Uint8Array => {
  const content = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};
const lineOf = (type: string, ...parts: (string | Uint8Array)[]): string =>
  `${type} ${Buffer.concat([type, ...parts].map(wire)).toString('base64')}`;
const zeros = (length: number, first = 0): Uint8Array =>
  Buffer.concat([Buffer.from([first]), Buffer.alloc(length - 1)]);
const textOf = (line: string): string | undefined => parseSshPublicKey(line)?.text;

const SECURITY_KEYS = [
  lineOf('sk-ssh-ed25519@openssh.com', zeros(32), 'ssh:'),
  lineOf('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', zeros(65, 4), 'ssh:ada at work'),
];

describe('an SSH public key', () => {
  test.each([...GENERATED_KEYS, ...SECURITY_KEYS])('is read unchanged: %s', (line) => {
    expect(textOf(line)).toBe(line);
  });

  test('is written in one form, with any white space and base64 ending', () => {
    const [type = '', body = '', comment = ''] = ADA_KEY.split(' ');
    expect(textOf(`  ${type}\t  ${body}   ${comment} \n`)).toBe(ADA_KEY);
    const padded = lineOf('sk-ssh-ed25519@openssh.com', zeros(32), 'ssh:xy');
    expect(padded.endsWith('eQ==')).toBe(true);
    expect(textOf(padded.replace(/eQ==$/, 'eR=='))).toBe(padded);
  });

  test('has a comment of any printable ASCII, or none', () => {
    const [type, body] = ADA_KEY.split(' ');
    const comment = 'Ada\'s "laptop": #1 [x], {y} & | > \\ $(reboot)';
    expect(textOf(`${type} ${body} ${comment}`)).toBe(`${type} ${body} ${comment}`);
    expect(textOf(`${type} ${body}`)).toBe(`${type} ${body}`);
  });
});

describe('a text that is not an SSH public key', () => {
  const [type = '', body = ''] = ADA_KEY.split(' ');
  test.each([
    ['nothing', ''],
    ['a type alone', type],
    ['a body that ends early', `${type} AAAA`],
    ['a body of another type', `ssh-rsa ${body}`],
    ['a body that names another type', `${type} ${lineOf('ssh-ed25518', zeros(32)).split(' ')[1]}`],
    ['an unsupported type', lineOf('ssh-dss', zeros(32))],
    ['a name that every object has', lineOf('constructor', zeros(32))],
    ['a key with options in front', `command="reboot" ${ADA_KEY}`],
    ['a certificate', lineOf('ssh-ed25519-cert-v01@openssh.com', zeros(32))],
    ['a body with further data after it', lineOf('ssh-ed25519', zeros(32), 'more')],
    ['a body that is too short', lineOf('ssh-ed25519', zeros(31))],
    [
      'a body cut in the middle of a length',
      `${type} ${Buffer.from(body, 'base64').subarray(0, 17).toString('base64')}`,
    ],
    ['an RSA key of few bits', lineOf('ssh-rsa', Buffer.from([1, 0, 1]), zeros(96, 1))],
    ['an RSA key of too many bits', lineOf('ssh-rsa', Buffer.from([1, 0, 1]), zeros(2050, 1))],
    ['a negative RSA modulus', lineOf('ssh-rsa', Buffer.from([1, 0, 1]), zeros(256, 0x80))],
    ['another curve than the type', lineOf('ecdsa-sha2-nistp256', 'nistp384', zeros(65, 4))],
    ['a compressed point', lineOf('ecdsa-sha2-nistp256', 'nistp256', zeros(65, 2))],
    ['a security key with a wrong application', lineOf('sk-ssh-ed25519@openssh.com', zeros(32), 'https://example.org')],
    ['a security key for two lines', lineOf('sk-ssh-ed25519@openssh.com', zeros(32), 'ssh:\nx')],
    ['a very long comment', `${ADA_KEY} ${'x'.repeat(256)}`],
    ['a very long line', `${ADA_KEY}${' '.repeat(4000)}x`],
    ['an accent', `${ADA_KEY} Zoë`],
    ...[
      '\n',
      '\r',
      '\u0085',
      '\u2028',
      '\u2029',
      '\v',
      '\f',
      '\0',
      '\u001b',
      '\u202e',
      '\u200f',
      '\ufeff',
      '\u007f',
    ].map((character) => [
      `a comment with U+${character.charCodeAt(0).toString(16)}`,
      `${ADA_KEY}${character}bootcmd: [reboot]`,
    ]),
  ])('%s', (_what, line) => expect(parseSshPublicKey(line)).toBeUndefined());

  test('any text except one line of printable ASCII that starts with a known key type', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.tuple(anyText, anyText).map(([a, b]) => `${a}${ADA_KEY}${b}`),
        ),
        (line) => {
          const text = textOf(line);
          return text === undefined || (/^ssh-ed25519 [A-Za-z0-9+/]+( [ -~]*)?$/.test(text) && textOf(text) === text);
        },
      ),
      { numRuns: 200 },
    );
  });
});
