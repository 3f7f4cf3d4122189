import { randomBytes } from 'node:crypto';

export interface AccessKey {
  accessKey: string;
  secretKey: string;
}

/** A key pair in Rancher's form: `token-xxxxx` and a long secret. */
export function accessKey(): AccessKey {
  return {
    accessKey: `token-${randomBytes(3).toString('hex').slice(0, 5)}`,
    secretKey: randomBytes(27).toString('hex'),
  };
}
