import { z } from 'zod';
import { parseReference, type Uuid } from '#shared/domain/_core/identifier';
import { MAX_SSH_KEY, parseSshPublicKey } from '#shared/domain/identity/ssh-public-key';
import { asGoodAsRoot } from './root-fields.ts';

type KeyChoice = { sshPublicKey?: string; sshKeyUuid?: Uuid };
const isStoredKey = (text: string): boolean => !text.includes('/') || /\/keys\/[^/]+\/?$/.test(text);

/**
 * The text of a new key, or uuid or URL of a stored key. As in Waldur's forms, a missing field, null and empty text
 * mean no key.
 */
export const keyChoice = () => asGoodAsRoot(key(), 'keys');

const key = () =>
  z
    .string()
    .trim()
    .max(MAX_SSH_KEY)
    .nullish()
    .transform((text, context): KeyChoice => {
      if (!text) return {};
      const key = parseSshPublicKey(text);
      if (key) return { sshPublicKey: key.text };
      const uuid = parseReference(text);
      if (uuid !== undefined && isStoredKey(text)) return { sshKeyUuid: uuid };
      context.addIssue({ code: 'custom', message: 'Enter a valid SSH public key.', input: text });
      return z.NEVER;
    });
