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
  bound: [{ addresses: ['backend_url'], credentials: ['username', 'password'] }],
  unbound: [],
};

/** Keystone's URL with its version, `/v3`. Callers may give the URL without the version. */
const keystone = (url: string): string => {
  const bare = url.replace(/\/+$/, '');
  return /\/v3$/.test(bare) ? bare : `${bare}/v3`;
};

const TEXTS = OPENSTACK_OPTION_TEXTS;
/** Required options of a cloud. The length of the URL is checked again after `keystone` has added `/v3`. */
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
/** Options of a new cloud. Unknown options are refused. */
export const newOpenStackOptions = knownFields(z.object({ ...required, ...others }), 'option');
/** Options of a change. Null or blank text removes an option. Required options cannot be removed. */
export const openstackOptionsChange = knownFields(z.object(required).partial().extend(others), 'option');

/** All options of a cloud except its secrets. */
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
