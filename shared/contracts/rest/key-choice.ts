import { z } from 'zod';
import { parseReference, type Uuid } from '../../domain/identifier.ts';

/** One line of an authorized_keys file: type, base64 key, comment. */
export const SSH_PUBLIC_KEY = /^(ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/]+={0,3}( [^\r\n]*)?$/;
const MAX_KEY = 4000;

type KeyChoice = { sshPublicKey?: string; sshKeyUuid?: Uuid };
const isStoredKey = (text: string): boolean => !text.includes('/') || /\/keys\/[^/]+\/?$/.test(text);

/** A key's text, or uuid or URL of a stored key; nothing, null and an empty text mean none, as Waldur's forms send it. */
export const keyChoice = () =>
  z
    .string()
    .trim()
    .max(MAX_KEY)
    .nullish()
    .transform((text, context): KeyChoice => {
      if (!text) return {};
      if (SSH_PUBLIC_KEY.test(text)) return { sshPublicKey: text };
      const uuid = parseReference(text);
      if (uuid !== undefined && isStoredKey(text)) return { sshKeyUuid: uuid };
      context.addIssue({ code: 'custom', message: 'Enter a valid SSH public key.', input: text });
      return z.NEVER;
    });
