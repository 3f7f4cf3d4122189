import { BackendQuotaExceeded } from '../../errors.ts';
import type { Classify } from '../json-client.ts';

const QUOTA = /quota exceeded|exceeded for quota|exceeds allowed \S+ quota/i;

/** Each service refuses over quota in its own way: Nova 403, Neutron 409, Cinder 413, told from other refusals by the text. */
export const classifyQuotaRefusal: Classify = (status, message) =>
  status === 413 || ([403, 409].includes(status) && QUOTA.test(message)) ? BackendQuotaExceeded : undefined;
