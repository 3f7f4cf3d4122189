import { createHash } from 'node:crypto';

/** A self-signed certificate (its key was never kept): installers check that what `/cacerts` answers is a certificate. */
export const caCertificate = `-----BEGIN CERTIFICATE-----
MIIBzTCCAXOgAwIBAgIUIolDfNhmDmE8i9p6jh/z6X+fUEkwCgYIKoZIzj0EAwIw
OzEcMBoGA1UECgwTZHluYW1pY2xpc3RlbmVyLW9yZzEbMBkGA1UEAwwSZHluYW1p
Y2xpc3RlbmVyLWNhMCAXDTI2MTEyMDIzNDgzMFoYDzIwNzYxMTA3MjM0ODMwWjA7
MRwwGgYDVQQKDBNkeW5hbWljbGlzdGVuZXItb3JnMRswGQYDVQQDDBJkeW5hbWlj
bGlzdGVuZXItY2EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATJcKKiDWPxUGgF
5xT6GnVBv0C5P8zp79bh8My5fc8y2cF5Tv7j1bTkGOQy1sMwyLiDoWs4Wwx1eODq
3lbRkdFPo1MwUTAdBgNVHQ4EFgQUsKCyDuwa2b7mMqcx0GRUIP/JBfcwHwYDVR0j
BBgwFoAUsKCyDuwa2b7mMqcx0GRUIP/JBfcwDwYDVR0TAQH/BAUwAwEB/zAKBggq
hkjOPQQDAgNIADBFAiEA5x3+m6Y2SqhKQoWlnZFSqAST2+MGk3GWwcQp8jt/qPkC
IDrRoOqRhUr/SoTudvB8J2IkMsjiXeaAd/6LwBH1GzZG
-----END CERTIFICATE-----
`;

/** What `--ca-checksum` is compared with: SHA-256 of the answer of `/cacerts`, byte for byte. */
export const caChecksum = createHash('sha256').update(caCertificate).digest('hex');
