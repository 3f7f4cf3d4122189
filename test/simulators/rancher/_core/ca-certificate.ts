import { createHash } from 'node:crypto';
import { newAuthority } from '../../_kit/certificate-authority.ts';

const authority = await newAuthority('O=dynamiclistener-org, CN=dynamiclistener-ca');

/**
 * The PEM certificate of Rancher's own authority, as in `cacerts` and in kubeconfigs. Rancher makes the authority when
 * it starts.
 */
export const caCertificate = authority.certificate;

/** Rancher's server certificate for https. */
export const serverCertificate = await authority.issue('127.0.0.1');

/** The value that `--ca-checksum` is compared with: the SHA-256 of the answer of `/cacerts`, byte for byte. */
export const caChecksum = createHash('sha256').update(caCertificate).digest('hex');
