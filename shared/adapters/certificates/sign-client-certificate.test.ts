import 'reflect-metadata'; // `@peculiar/x509` needs this module, so this import comes first.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
// Node 24 loads `tls` without `createSecureContext` if `toLegacyObject` is called first. Then no test after it in the
// same worker can use TLS.
import 'node:tls';
import { Pkcs10CertificateRequestGenerator, X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { newAuthority } from '#test/simulators/_kit/certificate-authority';
import { signCertificateRequest, signClientCertificate } from './sign-client-certificate.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const LATER = new Date('2026-11-26T13:00:00Z');
const REQUEST = { user: 'ada', groups: ['kubeadm:cluster-admins'], notBefore: NOW, notAfter: LATER };

/** An authority like Cluster API's: an RSA key in PKCS #1 format. */
async function rsaAuthority(notAfter = new Date('2036-01-01T00:00:00Z')) {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };
  const publicExponent = new Uint8Array([1, 0, 1]);
  const keys = await crypto.subtle.generateKey({ ...algorithm, publicExponent }, true, ['sign', 'verify']);
  const own = await X509CertificateGenerator.createSelfSigned({
    ...{
      name: 'CN=kubernetes',
      keys,
      signingAlgorithm: algorithm,
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter,
    },
  });
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs1', format: 'pem' });
  return { certificate: own.toString('pem'), key: String(key) };
}

test.each([
  ['an RSA key', rsaAuthority],
  ['a key on an elliptic curve', () => newAuthority('CN=kubernetes')],
])('a certificate is signed by an authority with %s, as OpenSSL reads it (M29)', async (_kind, make) => {
  const authority = await make();
  const signed = await signClientCertificate(authority, REQUEST);
  const read = new X509Certificate(signed.certificate);
  const issuer = new X509Certificate(authority.certificate);
  expect(read.verify(issuer.publicKey)).toBe(true);
  expect(read.checkIssued(issuer)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(signed.key))).toBe(true);
  expect(read.subject.split('\n')).toEqual(['CN=ada', 'O=kubeadm:cluster-admins']);
  expect([read.validFromDate, read.validToDate]).toEqual([NOW, LATER]);
  expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  expect(read.ca).toBe(false);
  expect(read.serialNumber.toLowerCase().padStart(signed.serialNumber.length, '0')).toBe(signed.serialNumber);
});

test.each([
  'ada,O=system:masters',
  'ada/O=system:masters',
  'ada\nO=system:masters',
  'CN=ada+O=system:masters',
  '"ada"',
  '#0c0141',
])('no character of the user name %j makes another group', async (user) => {
  const { certificate } = await signClientCertificate(await newAuthority('CN=kubernetes'), { ...REQUEST, user });
  const { CN, O: groups } = new X509Certificate(certificate).toLegacyObject().subject;
  expect([CN, groups]).toEqual([user, 'kubeadm:cluster-admins']);
});

test('a certificate ends with its authority at the latest', async () => {
  const ends = new Date('2026-11-26T12:30:00Z');
  const { notAfter, certificate } = await signClientCertificate(await rsaAuthority(ends), REQUEST);
  expect([notAfter, new X509Certificate(certificate).validToDate]).toEqual([ends, ends]);
});

test('each certificate has a serial number of its own', async () => {
  const authority = await newAuthority('CN=kubernetes');
  const [one, other] = [
    await signClientCertificate(authority, REQUEST),
    await signClientCertificate(authority, REQUEST),
  ];
  expect(one.serialNumber).not.toBe(other.serialNumber);
});

test.each([
  ['no key', { key: 'very-secret' }],
  [
    'an Ed25519 key',
    { key: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
  ],
  ['no certificate', { certificate: 'very-secret' }],
])('an authority with %s is not used, and the error does not quote it', async (_what, broken) => {
  const signing = signClientCertificate({ ...(await newAuthority('CN=kubernetes')), ...broken }, REQUEST);
  await expect(signing).rejects.toMatchObject({
    name: 'BackendContractBroken',
    message: expect.not.stringContaining('very-secret'),
  });
});

/** A client's signing request that also names a group. The client has no right to that group. */
async function signingRequest(modulusLength = 2048): Promise<string> {
  const signingAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const algorithm = { ...signingAlgorithm, modulusLength, publicExponent: new Uint8Array([1, 0, 1]) };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const name = 'CN=admin, O=system:masters';
  return (await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm })).toString('pem');
}

test('a signing request gets a certificate for its key, and only the groups of the caller (M29)', async () => {
  const authority = await rsaAuthority();
  const signed = await signCertificateRequest(authority, await signingRequest(), REQUEST);
  const read = new X509Certificate(signed.certificate);
  expect(read.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
  expect(read.subject.split('\n')).toEqual(['CN=ada', 'O=kubeadm:cluster-admins']);
  expect(read.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect('key' in signed).toBe(false);
});

test('a request with a short key, a wrong signature, or of another form is refused (M29)', async () => {
  const authority = await rsaAuthority();
  const refusal = (pem: string) =>
    signCertificateRequest(authority, pem, REQUEST).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  expect(await refusal(await signingRequest(1024))).toContain('at least 2048 bits');
  const lines = (await signingRequest()).split('\n');
  const end = lines.findIndex((line) => line.startsWith('-----END')) - 2;
  lines[end] = [...(lines[end] ?? '')].toReversed().join('');
  expect(await refusal(lines.join('\n'))).toMatch(/csr/);
  expect(await refusal(authority.certificate)).toContain('PKCS #10');
  expect(await refusal('')).toContain('PKCS #10');
});
