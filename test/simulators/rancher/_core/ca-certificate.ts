import { createHash } from 'node:crypto';
import { newAuthority } from '../../_kit/certificate-authority.ts';

const authority = await newAuthority('O=dynamiclistener-org, CN=dynamiclistener-ca');

/**
 * The certificate of Rancher's own authority, as `cacerts` and kubeconfigs hold it (PEM). Rancher makes the authority
 * when it starts.
 */
export const caCertificate = authority.certificate;

/** The certificate that Rancher shows over https. */
export const serverCertificate = await authority.issue('127.0.0.1');

/** The value that `--ca-checksum` is compared with: the SHA-256 of the answer of `/cacerts`, byte for byte. */
export const caChecksum = createHash('sha256').update(caCertificate).digest('hex');
