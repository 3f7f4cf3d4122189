/** A certificate authority, with its key. Both are PEM. */
export type Authority = { certificate: string; key: string };

/** Who a certificate is for, as Kubernetes reads it: the user name, and the groups of the user. */
export type ClientCertificateRequest = { user: string; groups: readonly string[]; notBefore: Date; notAfter: Date };

/** A client certificate with its key, both as PEM. The serial number is hex. */
export type ClientCertificate = { certificate: string; key: string; serialNumber: string; notAfter: Date };

/**
 * Makes a key and a client certificate, signed by the authority. The certificate does not expire later than the
 * authority's own. Throws BackendContractBroken if the authority is not usable.
 */
export type SignClientCertificate = (
  authority: Authority,
  request: ClientCertificateRequest,
) => Promise<ClientCertificate>;

/**
 * Makes a client certificate for the key of a certificate signing request (PKCS #10, PEM). User and groups are those of
 * `request`, not those in the signing request. Throws the same errors as SignClientCertificate, and Invalid for a wrong
 * request.
 */
export type SignCertificateRequest = (
  authority: Authority,
  signingRequest: string,
  request: ClientCertificateRequest,
) => Promise<Omit<ClientCertificate, 'key'>>;
