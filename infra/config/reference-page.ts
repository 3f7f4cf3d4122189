import { z } from 'zod';
import { wordsOf } from './field.ts';
import { GROUPS, isSettingName, settings, variableOf } from './fields.ts';
import { expectationOf } from './read-stage.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+$/.test(value);
const valueText = (value: unknown): string => `\`${isWord(value) ? value : JSON.stringify(value)}\``;

/** The default of a field, or what an omitted field means. */
function without(schema: z.ZodType): string {
  const found = schema.safeParse(undefined).data;
  return found === undefined ? (wordsOf(schema).otherwise ?? 'none') : valueText(found);
}

function row([name, schema]: [string, z.ZodType]): string {
  const variable = isSettingName(name) ? variableOf(name) : '';
  const cells = [`\`${name}\`<br>\`${variable}\``, wordsOf(schema).description, expectationOf(schema), without(schema)];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function section([title, fields]: [string, Readonly<Record<string, z.ZodType>>]): string {
  const head = '| field and variable | meaning | value | without it |\n| --- | --- | --- | --- |';
  return [`## ${title}`, [head, ...Object.entries(fields).map(row)].join('\n')].join('\n\n');
}

export const referencePage = (): string =>
  [
    '# Configuration of a stage',
    `\`npm run configuration\` makes this page from the fields of \`infra/config\`, and a test compares it. [deploy.md](deploy.md#to-aws) says how the
file is used. An example is [paddock.example.yaml](paddock.example.yaml).`,
    `Each field is a line of \`paddock.<stage>.yaml\`, or its variable, or \`--context <field>=<value>\`. The command line overrides the
environment, and the environment overrides the file. The file has YAML's own values: \`true\`, \`8\`, lists, objects. In a variable or \`--context\`
a list is separated by commas, and an object is JSON. A wrong value stops the deployment with an error that names the field. So does an unknown field.`,
    `Account and region are not fields: they come from the credentials. No field holds a password: secrets are in Secrets Manager. The file may not
contain an address with a password.`,
    ...Object.entries(GROUPS).map(section),
  ]
    .join('\n\n')
    .concat('\n');

/** The text of docs/paddock.schema.json, with which editors check a configuration file. */
export function schemaText(): string {
  const schema = z.toJSONSchema(settings, {
    io: 'input',
    target: 'draft-7',
    override: ({ zodSchema, jsonSchema }) => {
      const isField = Object.values(settings.shape).some((known) => known === zodSchema);
      if (isField && zodSchema instanceof z.ZodType) jsonSchema.description = descriptionOf(zodSchema);
      // The format `cidr` is removed, because editors do not know it. The field's pattern checks the same values.
      if (String(jsonSchema.format).startsWith('cidr')) delete jsonSchema.format;
      for (const ours of ['expects', 'otherwise', 'isSecret']) delete jsonSchema[ours];
    },
  });
  return `${JSON.stringify({ title: 'paddock.<stage>.yaml', ...schema }, null, 2)}\n`;
}

const descriptionOf = (schema: z.ZodType): string => `${wordsOf(schema).description}: ${expectationOf(schema)}`;
