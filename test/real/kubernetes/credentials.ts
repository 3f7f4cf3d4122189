import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAuthority } from '#test/simulators/_kit/certificate-authority';

/** Where a Kubernetes API is, and the token of its administrator. */
export type KubernetesAddress = { url: string; token: string; ca: string };
export type KubernetesFiles = {
  certificate: string;
  key: string;
  authority: string;
  tokens: string;
  accountKey: string;
  accountPublicKey: string;
  kubeconfig: string;
};

/** A kubeconfig of the API's administrator. It embeds the token and the certificate. */
export const kubeconfigOf = ({ url, token, ca }: KubernetesAddress): string =>
  JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'real' },
    clusters: [
      { name: 'real', cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'real', context: { cluster: 'real', user: 'admin' } }],
  });

/**
 * Makes the files that an API server at this address needs, such as its certificate and its administrator's token. Only
 * the user that runs this process can read the files.
 */
export async function newCredentials(
  folder: string,
  url: string,
): Promise<{ address: KubernetesAddress; files: KubernetesFiles }> {
  const authority = await newAuthority('CN=paddock-real-kubernetes');
  const server = await authority.issue(new URL(url).hostname);
  const accounts = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const address = { url, token: randomBytes(24).toString('hex'), ca: authority.certificate };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  return {
    address,
    files: {
      certificate: file('server.crt', server.certificate),
      key: file('server.key', server.key),
      authority: file('authority.crt', authority.certificate),
      tokens: file('tokens.csv', `${address.token},admin,admin,"system:masters"\n`),
      accountKey: file('accounts.key', accounts.privateKey),
      accountPublicKey: file('accounts.pub', accounts.publicKey),
      kubeconfig: file('kubeconfig', kubeconfigOf(address)),
    },
  };
}
