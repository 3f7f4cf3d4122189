import { z } from 'zod';
import { described } from '../_core/field-text.ts';
import { address, flag, optional, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';
import type { OptionTable } from '../_core/merge-options.ts';
import { OPENSTACK_OPTION_TEXTS } from './openstack-option-texts.ts';

export const OPENSTACK: OptionTable = {
  places: {
    backend_url: ['backendUrl'],
    region: ['region'],
    user_domain_name: ['userDomainName'],
    domain_name: ['domainName'],
    tls_verify: ['verifyTls'],
  },
  secrets: { username: ['openstack', 'username'], password: ['openstack', 'password'] },
  parts: [],
};

/** Keystone's address as clients give it, with or without the version of the API. */
const keystone = (url: string): string => {
  const bare = url.replace(/\/+$/, '');
  return /\/v3$/.test(bare) ? bare : `${bare}/v3`;
};

const TEXTS = OPENSTACK_OPTION_TEXTS;
/** Held to its length once more: the version is kept with it. */
const required = described(
  {
    backend_url: address().transform(keystone).pipe(address()),
    username: text(100),
    password: text(100),
  },
  TEXTS,
);
const others = described(
  {
    region: optional(text(100)),
    user_domain_name: optional(text(100)),
    domain_name: optional(text(64)),
    tls_verify: optional(flag()),
  },
  TEXTS,
);
/** Options of a new cloud; an unknown one is refused. */
export const newOpenStackOptions = knownFields(z.object({ ...required, ...others }), 'option');
/** Options to change; null or empty text takes an optional one away. */
export const openstackOptionsChange = knownFields(z.object(required).partial().extend(others), 'option');

/** Everything but secrets. */
export const openstackOptionsView = z.object(
  described(
    {
      backend_url: z.string(),
      region: z.string().nullable().default(null),
      user_domain_name: z.string(),
      domain_name: z.string().nullable().default(null),
      tls_verify: z.boolean(),
    },
    TEXTS,
  ),
);
