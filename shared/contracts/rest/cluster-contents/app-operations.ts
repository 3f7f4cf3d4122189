import { z } from 'zod';
import { exampleUuid } from '../_core/example-uuid.ts';
import { optionalReference, paragraphs, reference, text } from '../_core/fields.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { answersField } from './answer-field.ts';

/** The rule of Kubernetes for names of namespaces. Helm has the same rule for names of releases. */
const lowerCaseName = (most: number) =>
  text(most).regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/, {
    error:
      "Name must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  });
const chartVersion = () => text(100).meta({ description: 'A version of the template.', examples: ['1.1.0'] });

export const newAppBody = z
  .object({
    name: lowerCaseName(53).meta({ description: 'The release’s name in Helm.', examples: ['shop'] }),
    description: paragraphs(2000).default(''),
    service_settings: reference('service-settings'),
    project: reference('projects'),
    template: reference('rancher-templates'),
    rancher_project: reference('rancher-projects'),
    version: chartVersion(),
    namespace: optionalReference('rancher-namespaces'),
    namespace_name: z
      .preprocess((value) => (value === '' ? null : value), lowerCaseName(63).nullish())
      .meta({ description: 'Name of a namespace. The namespace is created if it does not exist.', examples: ['shop'] }),
    answers: answersField(),
  })
  .transform((body) => ({
    ...{ name: body.name, description: body.description, version: body.version, answers: body.answers },
    ...{ settingsUuid: body.service_settings, projectUuid: body.project, templateUuid: body.template },
    ...{ rancherProjectUuid: body.rancher_project, namespaceUuid: body.namespace },
    namespaceName: body.namespace_name ?? undefined,
  }));

const changeFields = { description: paragraphs(2000), answers: answersField(), version: chartVersion() };
/** The body of PUT and PATCH. All fields are optional for PUT, too. No other fields of an application can change. */
export const appChangeBody = z.object(changeFields).partial();
export const appUpgradeBody = z.object({ version: chartVersion(), answers: answersField().optional() });

const CHANGED =
  'If `answers` is left out, all answers stay as they are. Otherwise, answers that `answers` does not have are removed, except secret answers. A wrong answer is refused with an error that names it.';
const NOT_AGAIN = 'The call does not wait for Helm. `state` shows when Helm has ended.';

export const appOperations = (view: z.ZodType): ApiOperations => {
  const change = {
    summary: 'Change description, version or answers of a Helm application',
    rule: 'content.update',
    description: `${CHANGED} ${NOT_AGAIN}`,
    body: appChangeBody,
    bodyExample: { answers: { hostname: 'shop.example.org', replicas: 3 } },
    reply: view,
    refuses: [400, 405, 409, 502],
  } as const;
  return {
    'POST /': {
      summary: 'Install a Helm application',
      description: `Installs a version of a template in a namespace of a Rancher project. Give either \`namespace\` or \`namespace_name\`. The answers are checked against the questions of the version, which \`rancher-template-versions\` shows. ${NOT_AGAIN}`,
      rule: 'content.create',
      body: newAppBody,
      bodyExample: {
        name: 'shop',
        service_settings: exampleUuid('service-settings'),
        project: exampleUuid('projects'),
        template: exampleUuid('rancher-templates'),
        rancher_project: exampleUuid('rancher-projects'),
        version: '1.0.0',
        namespace_name: 'shop',
        answers: { hostname: 'shop.example.org', replicas: 2 },
      },
      status: 201,
      reply: view,
      refuses: [400, 405, 409, 502],
    },
    'PUT /{uuid}/': change,
    'PATCH /{uuid}/': change,
    'POST /{uuid}/upgrade/': {
      summary: 'Upgrade a Helm application',
      description: `Installs another version of the template. ${CHANGED} ${NOT_AGAIN}`,
      rule: 'content.update',
      body: appUpgradeBody,
      bodyExample: { version: '1.1.0' },
      status: 202,
      reply: view,
      refuses: [400, 405, 409, 502],
    },
    'POST /{uuid}/rollback/': {
      summary: 'Roll a Helm application back to its previous revision',
      description: `Restores the previous revision: its version of the chart and its values, as Helm has kept them. ${NOT_AGAIN}`,
      rule: 'content.update',
      status: 202,
      reply: view,
      refuses: [400, 405, 409],
    },
    'DELETE /{uuid}/': {
      summary: 'Uninstall a Helm application',
      description:
        'Helm removes the objects that the chart has created. The application stays in the list until Helm has ended.',
      rule: 'content.update',
      status: 202,
      refuses: [400, 405, 409],
    },
  };
};
