import type { Fault } from '#test/contracts/start-simulator';

type Refusal = Pick<Fault, 'status' | 'body'>;
const neutron = (resource: string): Refusal => ({
  status: 409,
  body: { NeutronError: { type: 'OverQuota', message: `Quota exceeded for resources: ['${resource}'].`, detail: '' } },
});

/** Refusals in the words of the services: Nova's 403, Neutron's 409, Cinder's 413 (facts of a real 2026.2). */
const QUOTAS: readonly [request: RegExp, refusal: Refusal][] = [
  [
    /^POST \/compute\/.*\/servers$/,
    {
      status: 403,
      body: {
        forbidden: {
          code: 403,
          message: 'Quota exceeded for instances: Requested 1, but already used 10 of 10 instances',
        },
      },
    },
  ],
  [
    /^POST \/compute\/.*\/os-server-groups$/,
    { status: 403, body: { forbidden: { code: 403, message: 'Quota exceeded, too many server groups.' } } },
  ],
  [/^POST \/network\/.*\/networks$/, neutron('network')],
  [/^POST \/network\/.*\/subnets$/, neutron('subnet')],
  [/^POST \/network\/.*\/routers$/, neutron('router')],
  [/^POST \/network\/.*\/ports$/, neutron('port')],
  [/^POST \/network\/.*\/floatingips$/, neutron('floatingip')],
  [/^POST \/network\/.*\/security-groups$/, neutron('security_group')],
  [/^POST \/network\/.*\/security-group-rules$/, neutron('security_group_rule')],
  [
    /^POST \/volume\/.*\/volumes$/,
    {
      status: 413,
      body: {
        overLimit: {
          code: 413,
          message: "VolumeLimitExceeded: Maximum number of volumes allowed (10) exceeded for quota 'volumes'.",
        },
      },
    },
  ],
];

/** How a service says that a project may not have more of what the request makes; undefined where nothing is counted. */
export const quotaRefusal = ({ method, route }: { method: string; route: string }): Refusal | undefined =>
  QUOTAS.find(([request]) => request.test(`${method} ${route}`))?.[1];
