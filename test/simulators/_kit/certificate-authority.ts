import 'reflect-metadata'; // the library below needs this import first
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Key and certificate, both as PEM. */
export interface ServerCertificate {
  key: string;
  certificate: string;
}
export interface CertificateAuthority {
  /** PEM, ended by a newline. */
  certificate: string;
  /** The key of the authority itself, as PEM. */
  key: string;
  issue(address: string): Promise<ServerCertificate>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const VALID_MS = 365 * 86_400_000;
/** Certificates are valid from an hour ago, since clients' clocks may be late. */
const EARLIER_MS = 3_600_000;

const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const life = () => ({ notBefore: new Date(Date.now() - EARLIER_MS), notAfter: new Date(Date.now() + VALID_MS) });
const asPem = (certificate: { toString(format: 'pem'): string }): string => `${certificate.toString('pem').trim()}\n`;

async function keyAsPem(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
}

/**
 * A certificate authority that exists only in this process. `name` is a distinguished name, such as
 * `O=dynamiclistener-org, CN=dynamiclistener-ca`.
 */
export async function newAuthority(name: string): Promise<CertificateAuthority> {
  const keys = await newKeys();
  const own = await X509CertificateGenerator.createSelfSigned({
    ...{ name, keys, signingAlgorithm: ALGORITHM, ...life() },
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    certificate: asPem(own),
    key: await keyAsPem(keys.privateKey),
    async issue(address) {
      const { publicKey, privateKey } = await newKeys();
      const made = await X509CertificateGenerator.create({
        ...{ subject: `CN=${address}`, issuer: own.subject, publicKey, signingKey: keys.privateKey },
        ...{ signingAlgorithm: ALGORITHM, ...life() },
        extensions: [
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension([{ type: 'ip', value: address }]),
          await AuthorityKeyIdentifierExtension.create(keys.publicKey),
        ],
      });
      return { key: await keyAsPem(privateKey), certificate: asPem(made) };
    },
  };
}
