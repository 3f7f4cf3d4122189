export { signCertificateRequest, signClientCertificate } from '../../adapters/certificates/sign-client-certificate.ts';
