/** A certificate authority, with its key. Both are PEM. */
export type Authority = { certificate: string; key: string };

/** The user and the groups for which a certificate is made, and the period for which the certificate is valid. */
export type ClientCertificateRequest = { user: string; groups: readonly string[]; notBefore: Date; notAfter: Date };

/** A client certificate with its key, both as PEM. The serial number is hex. */
export type ClientCertificate = { certificate: string; key: string; serialNumber: string; notAfter: Date };

/**
 * Makes a key and a client certificate, signed by the authority. The client certificate does not expire later than the
 * certificate of the authority. Throws BackendContractBroken if the authority is not usable.
 */
export type SignClientCertificate = (
  authority: Authority,
  request: ClientCertificateRequest,
) => Promise<ClientCertificate>;

/**
 * Makes a client certificate for the key of a certificate signing request (PKCS #10, PEM). The user and the groups come
 * from `request`, not from the signing request. Throws the same errors as SignClientCertificate, and Invalid for a
 * wrong signing request.
 */
export type SignCertificateRequest = (
  authority: Authority,
  signingRequest: string,
  request: ClientCertificateRequest,
) => Promise<Omit<ClientCertificate, 'key'>>;
