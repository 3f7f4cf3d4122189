import { z } from 'zod';
import type { ChartVersion } from '#shared/domain/cluster-contents/apps/chart';
import type { ChartQuestion, PlainQuestion } from '#shared/domain/cluster-contents/apps/chart-question';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

const limit = z.number().nullable();
const questionFields = {
  variable: z.string().meta({ examples: ['hostname'] }),
  label: z.string(),
  type: z.enum(['boolean', 'enum', 'secret', 'string']),
  rancher_type: z.string().meta({
    description: 'Type of the answer in Rancher, such as `int`, `float`, `password`, `hostname` or `multiline`.',
    examples: ['int'],
  }),
  description: z.string(),
  required: z.boolean(),
  default: z.string(),
  group: z.string(),
  options: z.array(z.string()),
  min: limit,
  max: limit,
  min_length: limit,
  max_length: limit,
  showIf: z
    .string()
    .meta({ description: 'The question is asked only if these answers are given.', examples: ['a=b&&c=d'] }),
};
const question = z
  .object({
    ...questionFields,
    subquestions: z.array(z.object(questionFields).meta({ id: 'RancherSubquestion' })),
    showSubquestionIf: z
      .string()
      .meta({ description: 'The subquestions are asked only if the question has this answer.' }),
    validate: z
      .boolean()
      .meta({ description: 'Whether an answer is checked for more than its type, for example for its length.' }),
  })
  .meta({ id: 'RancherQuestion' });

export const templateVersionView = z
  .object({ questions: z.array(question), readme: z.string(), app_readme: z.string() })
  .meta({ id: 'RancherTemplateVersion' });
type TemplateVersionView = z.infer<typeof templateVersionView>;

/** The type of a question in Waldur's words, because Waldur's client accepts no other words. */
function waldurType(type: string): 'boolean' | 'enum' | 'secret' | 'string' {
  if (type === 'boolean' || type === 'enum') return type;
  return type === 'password' || type === 'secret' ? 'secret' : 'string';
}

const viewPlain = ({ showIf, minLength, maxLength, min, max, ...asked }: PlainQuestion) => ({
  ...{ variable: asked.variable, label: asked.label, description: asked.description },
  ...{ type: waldurType(asked.type), rancher_type: asked.type },
  ...{ required: asked.required, default: asked.default, group: asked.group, options: asked.options, showIf },
  ...{ min: min ?? null, max: max ?? null, min_length: minLength ?? null, max_length: maxLength ?? null },
});

const isValidated = ({ options, min, max, minLength, maxLength, validChars, invalidChars }: PlainQuestion): boolean =>
  options.length > 0 ||
  [min, max, minLength, maxLength].some((it) => it !== undefined) ||
  validChars + invalidChars !== '';

const viewQuestion = (asked: ChartQuestion) => ({
  ...viewPlain(asked),
  subquestions: asked.subquestions.map(viewPlain),
  showSubquestionIf: asked.showSubquestionIf,
  validate: isValidated(asked),
});

export const viewTemplateVersion = ({ questions, readme, appReadme }: ChartVersion): TemplateVersionView => ({
  questions: questions.map(viewQuestion),
  readme,
  app_readme: appReadme,
});

const operations: ApiOperations = {
  'GET /{uuid}/{version}/': {
    summary: 'Show one version of a chart',
    description:
      'The questions and the readmes of the version, as the catalog has them now. `variable` of a question is the name of its answer.',
    rule: 'template_version.see',
    reply: templateVersionView,
    refuses: [409, 502],
  },
};

export const rancherTemplateVersionsResource: RestResource = {
  group: 'Inside clusters',
  is: 'Questions and readmes of one version of a chart.',
  operations,
};
