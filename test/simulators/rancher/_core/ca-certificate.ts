import { createHash } from 'node:crypto';
import { newAuthority } from '../../_kit/certificate-authority.ts';

const authority = await newAuthority('O=dynamiclistener-org, CN=dynamiclistener-ca');

/** The certificate of the authority that Rancher makes for itself when it starts, as `cacerts` and kubeconfigs hold it (PEM). */
export const caCertificate = authority.certificate;

/** What Rancher shows over https. */
export const serverCertificate = await authority.issue('127.0.0.1');

/** What `--ca-checksum` is compared with: SHA-256 of the answer of `/cacerts`, byte for byte. */
export const caChecksum = createHash('sha256').update(caCertificate).digest('hex');
