import { z } from 'zod';
import { siteSettings } from '#shared/domain/_core/site-settings';
import { field, list, webAddress } from './field.ts';

const site = siteSettings.shape;

const isWithoutAccount = (text: string): boolean => {
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

export const addressFields = {
  publicUrl: field(
    z.url().optional(),
    'the public address of the API for machines and other systems. Links and phone-home addresses start with it',
    { otherwise: 'the address of `domainName`, or else of the stage’s console, or else of the gateway' },
  ),
  domainName: field(
    z.hostname().optional(),
    'a domain for the API; needs `certificateArn`. With a domain, the gateway’s own address is switched off ([networks.md](networks.md#a-domain-of-your-own))',
    { expects: 'a name such as paddock.example.org', otherwise: 'the gateway’s own address' },
  ),
  certificateArn: field(
    z
      .string()
      .regex(/^arn:[^:]+:acm:[^:]+:\d{12}:certificate\/.+$/)
      .optional(),
    'the domain’s certificate in AWS Certificate Manager, in the region of the deployment',
    { expects: 'the ARN of a certificate: arn:aws:acm:<region>:<account>:certificate/<id>' },
  ),
  console: field(
    z.boolean().default(false),
    'whether the stage has a console: CloudFront answers `/console/` from a bucket, and forwards all other paths to the API ([deploy.md](deploy.md#the-console))',
  ),
  consoleUrl: field(
    z.url().optional(),
    'the address of your own console. Invitations link to `<consoleUrl>/invitation/<uuid>/`',
    { otherwise: '`/console` of the public address if `console` is on, or else a page of the API' },
  ),
};

export const signInFields = {
  oidcIssuer: field(z.url().optional(), 'the issuer of access tokens; needs `oidcAudience`', {
    otherwise: 'only API tokens are accepted',
  }),
  oidcAudience: field(z.string().min(1).optional(), 'the audience of access tokens'),
  oidcClientId: field(z.string().min(1).optional(), 'the id of the OIDC client that users sign in with', {
    otherwise: '`oidcAudience`',
  }),
  signInReturnUrls: field(
    list(webAddress()).optional(),
    'addresses to which a browser may return after its sign-in, in addition to the API’s own host. Addresses below them are allowed, too',
    { expects: 'a list of addresses that begin with http:// or https://' },
  ),
  sessionHours: field(z.number().int().min(1).max(24).default(8), 'lifetime of a session after a sign-in, in hours'),
};

export const mailFields = {
  mailFrom: field(
    z.email().optional(),
    'the sender of e-mails. If Amazon SES sends, SES must have verified the address or its domain',
    { otherwise: 'no e-mails are sent' },
  ),
  smtpUrl: field(
    z
      .url({ protocol: /^smtps?$/ })
      .refine(isWithoutAccount)
      .optional(),
    'your own mail server: `smtp` uses STARTTLS, `smtps` uses TLS. Its account, if any, is the secret `paddock/<stage>/smtp/account`: `{"username": …, "password": …}`',
    {
      expects: 'smtp://host:587 or smtps://host:465, with the account in the secret paddock/<stage>/smtp/account',
      otherwise: 'Amazon SES',
    },
  ),
  unconfirmedMailsPerUser: field(
    site.unconfirmedMailsPerUser,
    'e-mails a day (UTC) from one user to unconfirmed addresses: invitations, and confirmation requests of e-mail hooks',
  ),
  unconfirmedMailsPerAddress: field(site.unconfirmedMailsPerAddress, '… to one mailbox'),
};

export const alarmFields = {
  alarmEmail: field(z.email().optional(), 'the e-mail address for alarms. It has to be confirmed once', {
    otherwise: 'no e-mails about alarms',
  }),
  alarmUrl: field(
    z.url({ protocol: /^https$/ }).optional(),
    'the HTTPS address for alarms. It has to be confirmed once. If the address contains a key, give it in the variable. The stack keeps only its hash',
    { expects: 'an address that begins with https://', otherwise: 'no HTTPS calls about alarms', isSecret: true },
  ),
};

export const limitFields = {
  kubeconfigMaxTtlSeconds: field(
    site.kubeconfigMaxTtlSeconds,
    'longest lifetime of a kubeconfig from `POST rancher-clusters/{uuid}/kubeconfig/`, and lifetime of a certificate from the Magnum API, in seconds. Rancher’s `auth-token-max-ttl-minutes` may shorten the lifetime of a kubeconfig',
  ),
  kubeconfigsPerCluster: field(site.kubeconfigsPerCluster, 'valid kubeconfigs of one cluster in Rancher at a time'),
  apiTokensPerUser: field(
    site.apiTokensPerUser,
    'API tokens of one user. Tokens from a sign-in do not count, and neither do tokens of releases before this limit',
  ),
  sshKeysPerUser: field(site.sshKeysPerUser, 'SSH keys of one user'),
  hooksPerUser: field(site.hooksPerUser, 'hooks of one user'),
};
