import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import type { PublicKey, PublicKeyType } from '@peculiar/x509';
import { BackendContractBroken, Invalid } from '#shared/errors';
import type {
  Authority,
  ClientCertificateRequest,
  SignCertificateRequest,
  SignClientCertificate,
} from '#shared/ports/certificates';

const CLIENT_KEY = { name: 'ECDSA', namedCurve: 'P-256' };
/** Length of a serial number. RFC 5280 allows 20 bytes. The first bit stays 0, so that the number is positive. */
const SERIAL_BYTES = 16;

/** Loads the library only for requests that sign something, because loading takes some 30 ms. */
const loadX509 = () => import('./x509.on-demand.ts');

const newSerialNumber = (): string => `0${randomBytes(SERIAL_BYTES).toString('hex').slice(1)}`;

/**
 * The algorithm with which this key signs. Cluster API creates authorities with RSA keys, but operators may provide
 * authorities with other kinds of keys.
 */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  if (asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384' };
  const namedCurve = curves[asymmetricKeyDetails?.namedCurve ?? ''];
  return namedCurve === undefined ? undefined : { name: 'ECDSA', namedCurve, hash: 'SHA-256' };
}

/**
 * Reads the certificate and the key of an authority. The key may have the format PKCS #1 or PKCS #8. The error contains
 * neither the key nor the certificate.
 */
async function read({ certificate, key }: Authority) {
  const { X509Certificate } = await loadX509();
  try {
    const own = createPrivateKey(key);
    const algorithm = algorithmOf(own);
    if (!algorithm) throw new Error('unknown kind of key');
    const der = own.export({ type: 'pkcs8', format: 'der' });
    const signingKey = await crypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, ['sign']);
    return { issuer: new X509Certificate(certificate), algorithm, signingKey };
  } catch {
    throw new BackendContractBroken('The certificate authority of the cluster has no usable certificate and key.');
  }
}

const pemOf = (label: string, der: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`;

/**
 * Makes a client certificate for a public key. The certificate's subject consists of the user and groups in `request`,
 * and is never copied from a certificate signing request (CSR).
 */
async function certify(authority: Authority, publicKey: PublicKeyType, request: ClientCertificateRequest) {
  const { issuer, algorithm, signingKey } = await read(authority);
  const x509 = await loadX509();
  const serialNumber = newSerialNumber();
  const notAfter = new Date(Math.min(request.notAfter.getTime(), issuer.notAfter.getTime()));
  const certificate = await x509.X509CertificateGenerator.create({
    ...{ serialNumber, issuer: issuer.subjectName, publicKey, signingKey, signingAlgorithm: algorithm },
    ...{ notBefore: request.notBefore, notAfter },
    // The subject is not given as one text, because quotes and `#` in a user's name would have a special meaning.
    subject: new x509.Name([
      { CN: [{ utf8String: request.user }] },
      ...request.groups.map((group) => ({ O: [{ utf8String: group }] })),
    ]),
    extensions: [
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { serialNumber, notAfter, certificate: `${certificate.toString('pem').trim()}\n` };
}

export const signClientCertificate: SignClientCertificate = async (authority, request) => {
  const keys = await crypto.subtle.generateKey(CLIENT_KEY, true, ['sign', 'verify']);
  const key = pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { ...(await certify(authority, keys.publicKey, request)), key };
};

/** Minimum size of an RSA key. Kubernetes does not accept a certificate with a smaller key. */
const MIN_RSA_BITS = 2048;

/** Reads a certificate signing request and checks that its sender has the private key. */
async function readSigningRequest(pem: string): Promise<PublicKey> {
  const refused = (why: string, cause?: unknown) => new Invalid({ csr: [why] }, cause);
  const { Pkcs10CertificateRequest } = await loadX509();
  try {
    const request = new Pkcs10CertificateRequest(pem);
    if (!(await request.verify())) throw refused('The signature of the request is wrong.');
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(request.publicKey.toString('pem'));
    const isShort = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < MIN_RSA_BITS;
    if (isShort) throw refused(`An RSA key needs at least ${MIN_RSA_BITS} bits.`);
    return request.publicKey;
  } catch (error) {
    throw error instanceof Invalid ? error : refused('Enter a certificate signing request (PKCS #10) as PEM.', error);
  }
}

export const signCertificateRequest: SignCertificateRequest = async (authority, pem, request) =>
  certify(authority, await readSigningRequest(pem), request);
