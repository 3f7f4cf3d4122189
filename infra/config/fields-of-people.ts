import { z } from 'zod';
import { siteSettings } from '#shared/domain/_core/site-settings';
import { field, list, webAddress } from './field.ts';

const site = siteSettings.shape;

const isWithoutAccount = (text: string): boolean => {
  const { username, password } = new URL(text);
  return username === '' && password === '';
};

export const addresses = {
  publicUrl: field(
    z.url().optional(),
    'where machines and other systems reach the API from outside: links and phone-home addresses start with it',
    { otherwise: 'that of `domainName`, or else the gateway’s own address' },
  ),
  domainName: field(
    z.hostname().optional(),
    'a domain of the API, with `certificateArn` or not at all; the gateway’s own address is then switched off ([networks.md](networks.md#a-domain-of-your-own))',
    { expects: 'a name such as paddock.example.org', otherwise: 'the gateway’s own address' },
  ),
  certificateArn: field(
    z
      .string()
      .regex(/^arn:[^:]+:acm:[^:]+:\d{12}:certificate\/.+$/)
      .optional(),
    'its certificate in AWS Certificate Manager, in the region that is deployed to',
    { expects: 'the ARN of a certificate: arn:aws:acm:<region>:<account>:certificate/<id>' },
  ),
  consoleUrl: field(
    z.url().optional(),
    'a console of your own: invitations lead to `<console>/invitation/<uuid>/` there',
    { otherwise: 'they lead to a page of the API' },
  ),
};

export const signIn = {
  oidcIssuer: field(z.url().optional(), 'who signs access tokens; with `oidcAudience` or not at all', {
    otherwise: 'only API tokens are known',
  }),
  oidcAudience: field(z.string().min(1).optional(), 'for whom access tokens are signed'),
  oidcClientId: field(z.string().min(1).optional(), 'the provider’s name of the client that people sign in with', {
    otherwise: '`oidcAudience`',
  }),
  signInReturnUrls: field(
    list(webAddress()).optional(),
    'addresses at and below which a browser may be sent after its sign-in, beside the API’s own host',
    { expects: 'a list of addresses that begin with http:// or https://' },
  ),
  sessionHours: field(z.number().int().min(1).max(24).default(8), 'life of what a sign-in gives, in hours'),
};

export const mails = {
  mailFrom: field(
    z.email().optional(),
    'the sender of e-mails, verified at Amazon SES by its address or its domain where SES sends',
    { otherwise: 'no e-mails are sent' },
  ),
  smtpUrl: field(
    z
      .url({ protocol: /^smtps?$/ })
      .refine(isWithoutAccount)
      .optional(),
    'a mail server of one’s own, by STARTTLS or, with `smtps`, TLS; if it wants an account, that is the secret `paddock/<stage>/smtp/account`, JSON: `{"username": …, "password": …}`',
    {
      expects: 'smtp://host:587 or smtps://host:465, with the account in the secret paddock/<stage>/smtp/account',
      otherwise: 'Amazon SES',
    },
  ),
  unconfirmedMailsPerUser: field(
    site.unconfirmedMailsPerUser,
    'how many e-mails of a day (UTC) one user may cause to addresses that nobody has confirmed: invitations, and the question that an e-mail hook begins with',
  ),
  unconfirmedMailsPerAddress: field(site.unconfirmedMailsPerAddress, '… how many of them one mailbox gets'),
};

export const alarms = {
  alarmEmail: field(z.email().optional(), 'where alarms are sent by mail; it has to be confirmed once', {
    otherwise: 'nowhere',
  }),
  alarmUrl: field(
    z.url({ protocol: /^https$/ }).optional(),
    'where alarms are sent by HTTPS; it has to be confirmed once. Often it has a key in it: then it belongs into the variable. The stack keeps a hash of it',
    { expects: 'an address that begins with https://', otherwise: 'nowhere', isSecret: true },
  ),
};

export const limits = {
  kubeconfigMaxTtlSeconds: field(
    site.kubeconfigMaxTtlSeconds,
    'longest life of what `POST rancher-clusters/{uuid}/kubeconfig/` gives. Rancher’s `auth-token-max-ttl-minutes` may make it shorter',
  ),
  kubeconfigsPerCluster: field(site.kubeconfigsPerCluster, 'how many of one cluster may be alive at a time'),
  apiTokensPerUser: field(
    site.apiTokensPerUser,
    'how many API tokens one user may have; sign-ins are not counted, nor is what was made before there were limits',
  ),
  sshKeysPerUser: field(site.sshKeysPerUser, 'how many SSH keys one user may have'),
  hooksPerUser: field(site.hooksPerUser, 'how many hooks one user may have'),
};
